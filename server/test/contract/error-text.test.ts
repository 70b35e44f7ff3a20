/** Contents of a problem, and data that it must never include. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RawResponse } from "../raw-socket.ts";
import { config, maintenance, type Question } from "../read-server.ts";
import { contractHeaders, goodConfig, refusingServer } from "./refusing-server.ts";

describe("the contents of a problem", () => {
  const refusing = refusingServer();
  const { ask, first } = refusing;
  const detail = async (question: Question): Promise<string> => JSON.parse((await ask(question)).body).detail;

  test("detail names everything that is wrong, and what is accepted", async () => {
    const nothing = await detail({ target: config });
    assert.match(nothing, /platform is required.*current_version is required/);
    const wrong = await detail({ target: `${config}?platform=symbian&current_version=one` });
    assert.match(wrong, /platform must be one of android, ios, web-app.*current_version must be a version of at most 64/);
    const both = await detail({ target: `${config}?platform=ios&platform=ios&current_version=1&current_version=1` });
    assert.match(both, /platform must be given once.*current_version must be given once/);
    assert.match(
      await detail({ target: `${config}?platform=no&current_version=1&current_version=1` }),
      /once.*one of|one of.*once/,
    );
    assert.match(await detail({ target: maintenance }), /instanceId is required/);
  });

  test("no message echoes what was sent", async () => {
    const marker = "echo4echo5echo6echo7";
    const headers = [
      `X-Client-Id: ${marker}`,
      `Accept-Language: ${marker}`,
      `If-None-Match: "${marker}"`,
      `User-Agent: ${marker}`,
      `Origin: https://${marker}.example`,
      `${marker}: ${marker}`,
    ];
    const everywhere = `platform=${marker}&current_version=${marker}&instanceId=${marker}&lang=${marker}&${marker}=${marker}`;
    const said: RawResponse[] = [];
    for (const path of [config, maintenance, `/api/v1/${marker}`, `/${marker}`]) {
      for (const key of [
        refusing.keys.good ?? "",
        marker,
        refusing.keys.expired ?? "",
        refusing.keys.revoked ?? "",
        refusing.keys.europeOnly ?? "",
        refusing.keys.configOnly ?? "",
      ]) {
        for (const method of ["GET", "POST", "OPTIONS"]) {
          const text = marker.repeat(method === "GET" ? 60 : 2);
          const question = {
            target: `${path}?${everywhere}`,
            method,
            key,
            headers: [...headers, `Content-Length: ${text.length}`],
          };
          said.push(await ask({ ...question, body: text }));
        }
      }
    }
    said.push(
      await ask({
        target: `${goodConfig}&${everywhere.replaceAll(/(platform|current_version)/g, "x$1")}`,
        headers: [...headers, "Content-Length: 2000"],
        body: marker.repeat(100),
      }),
    );
    said.push(await ask({ target: `${config}?${marker.repeat(500)}` }));
    said.push(await ask({ target: goodConfig, headers: [`${marker}: ${marker.repeat(900)}`] }));
    said.push(await first(`${marker} ${marker} HTTP/1.1\r\n\r\n`));
    said.push(await first(`GET /${marker} HTTP/1.1\r\n${marker}`));
    said.push(await first(`GET /${marker} HTTP/9.9\r\nHost: ${marker}\r\n\r\n`));
    said.push(await refusing.unloaded.ask({ target: `${config}?${everywhere}`, key: marker, headers }));
    const codes = new Set(said.filter(({ body: text }) => text !== "").map(({ body: text }) => JSON.parse(text).code));
    assert.ok(codes.size >= 13, [...codes].join());
    for (const { head, body: text } of said) assert.doesNotMatch(`${head}${text}`, /echo[4567]/i);
  });

  test("a HEAD is refused as a GET is, without the body", async () => {
    for (const question of [{ target: config }, { target: goodConfig, key: null }, { target: "/none" }]) {
      const [get, head] = [await ask(question), await ask({ ...question, method: "HEAD" })];
      assert.deepEqual([head.status, head.body], [get.status, ""]);
      assert.deepEqual(contractHeaders(head), contractHeaders(get));
    }
  });
});
