/** Server-sent events as text (WHATWG HTML §9.2.6). Data is one line of JSON, in which no value that a user wrote can end a line. */

export const heartbeat = Buffer.from(":\n\n");

/** @param id position of a reader after the event; absent: unchanged */
export function eventText(event: string, data: object, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
