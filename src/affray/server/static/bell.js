// What one hears and feels when it is one's turn; each device keeps whether it does.

const LATE = 1_000; // ms after which a call is not made up for

/** @type {AudioContext | null} */
let context = null;

/** Whether there is anything to feel here. */
export const buzzes = "vibrate" in navigator;

/**
 * Whether this device is to make itself heard ("sound") or felt ("buzz").
 * @param {string} what
 */
export function calls(what) {
  try {
    return localStorage.getItem(`affray-${what}`) !== "off";
  } catch {
    return true; // nothing can be kept here
  }
}

/**
 * Turn it on or off, and show what it is like.
 * @param {string} what
 * @param {boolean} on
 */
export function setCalls(what, on) {
  try {
    localStorage.setItem(`affray-${what}`, on ? "on" : "off");
  } catch {
    return;
  }
  if (on && what === "sound") tone();
  if (on && what === "buzz") buzz();
}

/** It is this reader's turn. */
export function ring() {
  if (calls("buzz")) buzz();
  if (calls("sound")) tone();
}

const buzz = () => buzzes && navigator.vibrate([60, 40, 60]);

/** Two short tones, the second higher; none where the phone sleeps: what waits is heard all at once later. */
async function tone() {
  const line = opened();
  if (!line) return;
  const called = Date.now();
  if (line.state !== "running") await wake();
  if (line.state !== "running" || Date.now() - called > LATE) return;
  const loud = line.createGain();
  loud.connect(line.destination);
  loud.gain.setValueAtTime(0.0001, line.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.2, line.currentTime + 0.02);
  loud.gain.exponentialRampToValueAtTime(0.0001, line.currentTime + 0.4);
  [523, 784].forEach((pitch, n) => {
    const voice = line.createOscillator();
    voice.frequency.value = pitch;
    voice.connect(loud);
    voice.start(line.currentTime + n * 0.12);
    voice.stop(line.currentTime + 0.42);
  });
}

/** The line to the loudspeaker, where there is one. */
const opened = () => (typeof AudioContext === "undefined" ? null : (context ??= new AudioContext()));

/** The reader touches the page: only then the line opens, or wakes after it slept with the phone. */
export async function wake() {
  const line = calls("sound") && opened();
  if (line && line.state !== "running") await line.resume().catch(() => {});
}
