// The line to the server: connects by itself, sends each command until it is answered, once.

const BEAT = 10_000;
const SILENT = 25_000;
const SLOWEST = 1_500; // with its spread under two seconds: so long nobody notices
const REMOVED = 4404; // the fight may be put back
const LATER = 8_000; // ms until a fight that was removed is looked for again
const FINAL = new Set([4401, 4403, 4410]); // no seat, a foreign page, a seat that was closed

/** An id of our own; works on plain http. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

export class Link {
  lines = 0; // how often it was connected
  /** @type {WebSocket | null} */
  socket = null;
  /** @type {"live" | "trying" | "closed"} */
  state = "trying";
  /** @type {Map<string, { message: Said & { id: string }, answered: (answer: any) => void }>} */
  open = new Map();
  tries = 0;
  last = 0;
  /** @type {number | undefined} */
  timer;

  /**
   * `heard` gets views and events, `turned` the state: "live", "trying", "closed".
   * @param {string} path
   * @param {{ since: () => string, heard: (message: any) => void, turned: (state: string) => void }} how
   */
  constructor(path, { since, heard, turned }) {
    this.path = path;
    this.since = since;
    this.heard = heard;
    this.turned = turned;
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", () => this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    setInterval(() => this.beat(), BEAT);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const language = document.documentElement.lang;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(
      `${scheme}//${location.host}${this.path}?language=${language}&since=${this.since()}`,
    );
    this.socket = socket;
    this.last = Date.now();
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (message) => this.socket === socket && this.receive(JSON.parse(message.data));
    socket.onclose = (e) =>
      this.socket === socket &&
      (FINAL.has(e.code) ? this.turn("closed") : this.lost(e.code === REMOVED ? LATER : 0));
  }

  /** @param {WebSocket} socket */
  opened(socket) {
    if (this.socket !== socket) return;
    this.lines++;
    this.ping();
    for (const { message } of this.open.values()) socket.send(JSON.stringify(message));
  }

  /** @param {number} [least] so many milliseconds at least until it is tried again */
  lost(least = 0) {
    if (this.state === "closed") return;
    this.socket = null;
    this.turn("trying");
    const wait = Math.max(least, Math.min(SLOWEST, 200 * 2 ** this.tries++));
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  /** Somebody looks again: ask whether the line still stands, or connect at once. */
  wake() {
    if (this.state === "closed") return;
    if (!this.socket) this.connect();
    else if (this.socket.readyState === WebSocket.OPEN) {
      this.ping();
      const asked = Date.now();
      setTimeout(() => this.socket && this.last < asked && this.drop(), 2_500);
    }
  }

  beat() {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.last > SILENT) this.drop();
    else this.ping();
  }

  ping() {
    this.socket?.send(JSON.stringify({ id: newId(), do: "ping" }));
  }

  drop() {
    const socket = this.socket;
    this.lost();
    socket?.close();
  }

  /** @param {"live" | "trying" | "closed"} state */
  turn(state) {
    this.state = state;
    this.turned(state);
  }

  /**
   * The line is live once the server has said something; of a goodbye nobody is told if we come again.
   * @param {any} message
   */
  receive(message) {
    this.last = Date.now();
    this.tries = 0;
    if (this.state === "trying" && message.t !== "bye") this.turn("live");
    if (message.t === "done" || message.t === "refused") this.answered(message);
    else if (message.t === "bye") message.retry || this.heard(message);
    else if (message.t !== "pong") this.heard(message);
  }

  /** @param {Answered} message */
  answered(message) {
    const sent = this.open.get(message.id);
    if (!sent) return;
    this.open.delete(message.id);
    sent.answered(message);
  }

  /**
   * Send a command; the promise holds its answer, after however many reconnections.
   * @param {Said} command
   * @returns {Promise<Answered>}
   */
  send(command) {
    const message = { id: newId(), ...command };
    return new Promise((answered) => {
      this.open.set(message.id, { message, answered });
      if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    });
  }
}
