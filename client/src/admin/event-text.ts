/** Parses text/event-stream (WHATWG HTML §9.2.6) from chunks of any size. */

export interface TextEvent {
  readonly event: string;
  readonly data: string;
  /** Null means none was given with it or before it. */
  readonly id: string | null;
}

export class EventReader {
  /** Milliseconds that the server asks clients to wait before reconnecting; null means not sent. */
  retry: number | null = null;
  readonly #decoder = new TextDecoder();
  #text = "";
  #event = "";
  #data: string[] = [];
  #id: string | null = null;

  /** The events that are whole with this piece. */
  read(piece: Uint8Array): TextEvent[] {
    this.#text += this.#decoder.decode(piece, { stream: true });
    const events: TextEvent[] = [];
    // A carriage return at the end of a chunk may be half of a line end.
    for (let end = /\r\n|\n|\r(?!$)/.exec(this.#text); end; end = /\r\n|\n|\r(?!$)/.exec(this.#text)) {
      const line = this.#text.slice(0, end.index);
      this.#text = this.#text.slice(end.index + end[0].length);
      const event = this.#line(line);
      if (event) events.push(event);
    }
    return events;
  }

  #line(line: string): TextEvent | null {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") this.#event = value;
    else if (name === "data") this.#data.push(value);
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^[0-9]{1,9}$/.test(value)) this.retry = Number(value);
    return null;
  }

  #dispatch(): TextEvent | null {
    const event = { event: this.#event || "message", data: this.#data.join("\n"), id: this.#id };
    const isEmpty = this.#data.length === 0;
    this.#event = "";
    this.#data = [];
    return isEmpty ? null : event;
  }
}
