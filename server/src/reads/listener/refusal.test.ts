import assert from "node:assert/strict";
import { test } from "node:test";
import { type HttpConnection, RefusalLog } from "./refusal.ts";

interface Line {
  readonly code: string;
  readonly address?: string;
  readonly unlogged?: number;
}

function opened() {
  const lines: Line[] = [];
  const log = { error: () => {}, info: (fields: object) => void lines.push(fields as Line) };
  return { lines, refusals: new RefusalLog(log, (address) => ({ address })) };
}

const socket = { bytesRead: 9, writable: true, remoteAddress: "192.0.2.1" } as HttpConnection;

test("ten lines are written in a second, and the first of the next says how many were not", () => {
  const { lines, refusals } = opened();
  for (let n = 0; n < 1000; n++) refusals.refused("bad_request", socket, null, n * 0.9);
  assert.equal(lines.length, 10);
  refusals.refused("request_timeout", socket, null, 1000);
  assert.deepEqual(lines.at(-1), { event: "request.refused", code: "request_timeout", address: "192.0.2.1", unlogged: 990 });
  refusals.refused("bad_request", socket, null, 1001);
  assert.deepEqual(lines.at(-1), { event: "request.refused", code: "bad_request", address: "192.0.2.1" });
});

test("a connection that never sent a byte, or that nothing reads from, is not logged", () => {
  const { lines, refusals } = opened();
  refusals.refused("request_timeout", { ...socket, bytesRead: 0 } as HttpConnection, null, 0);
  refusals.refused("bad_request", { ...socket, writable: false } as HttpConnection, null, 0);
  assert.deepEqual(lines, []);
});
