// What is sent to the server beside the line: files, and what changes more than the table.

import { say } from "../words.js";

/**
 * Send a body, or a file as it is; what comes back as text, or why nothing was done.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<{ text: string, why: string }>}
 */
export async function posted(path, body = {}) {
  const file = body instanceof Blob;
  const type = (file && body.type) || (file ? "application/octet-stream" : "application/json");
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": type },
      body: file ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    return { text, why: answer.ok ? "" : reason(text) || `${answer.status} ${answer.statusText}` };
  } catch {
    return { text: "", why: say("offline") };
  }
}

/**
 * What our server says; others, such as one between, answer with pages.
 * @param {string} text
 */
function reason(text) {
  try {
    return JSON.parse(text).why;
  } catch {
    return "";
  }
}
