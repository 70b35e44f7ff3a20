import assert from "node:assert/strict";
import { test } from "node:test";
import { createWebGate } from "./create-web-gate.ts";

test("a page that a server renders creates the client of its tab, which asks nothing there", () => {
  const requests: string[] = [];
  const request = (url: string) => {
    requests.push(url);
    return Promise.reject(new Error("no request is expected"));
  };
  const client = createWebGate({ baseUrl: "http://127.0.0.1:1/api/v1", key: "dbr_test", version: "2.4.0", request });
  assert.equal(client.state.status, "loading");
  client.close();
  assert.deepEqual(requests, []);
});
