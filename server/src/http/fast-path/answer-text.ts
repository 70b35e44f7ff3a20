/** An answer as Node's HTTP server writes it: a character for each byte. */
import { STATUS_CODES } from "node:http";
import type { ReadAnswer } from "../read-api.ts";

/** @param keepAlive the lines of a connection that is kept */
export function answerText({ status, headers, body }: ReadAnswer, method: string, keepAlive: string): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let i = 1; i < headers.length; i += 2) head += `${headers[i - 1]}: ${headers[i]}\r\n`;
  return `${head}${dateLine()}${keepAlive}${method === "HEAD" || body === null ? "" : body}`;
}

let second = 0;
let line = "";

function dateLine(): string {
  const now = Date.now();
  if (now - second >= 1000 || now < second) {
    second = now - (now % 1000);
    line = `Date: ${new Date(now).toUTCString()}\r\n`;
  }
  return line;
}
