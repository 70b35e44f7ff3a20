/** The bytes of an answer, equal to those that Node's HTTP server writes on a connection that stays open. */
import { STATUS_CODES } from "node:http";
import { headerLines } from "../catalog/outcome.ts";
import type { ReadAnswer } from "../read-api.ts";

/** @param keepAlive milliseconds that the connection stays open for the next request */
export function printAnswer(answer: ReadAnswer, method: string, keepAlive: number): string {
  const { status, body } = answer;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${answer.lines ?? headerLines(answer.headers)}${dateLine()}`;
  const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n\r\n`;
  return `${head}${connection}${method === "HEAD" || body === null ? "" : body}`;
}

let printedSecond = -1;
let printed = "";

/** Printed once a second. */
function dateLine(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== printedSecond) {
    printedSecond = second;
    printed = `Date: ${new Date(now).toUTCString()}\r\n`;
  }
  return printed;
}
