/** How a request is read: its path, its parameters and its body. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { exchange, RawSocket } from "../raw-socket.ts";
import { config, gate, maintenance, type Question, type ReadServer, requestHead, startReadServer } from "../read-server.ts";

const shop = {
  project: "shop",
  languages: ["en", "de"],
  messages: { upgrade: { en: "You have {current_version}" }, default: { en: "Hello", de: "Hallo" } },
  platforms: { ios: { minimum: "2.0.0+57", blocked: ["3.0+45", "9.0-b.c"], store: "none" } },
  instances: { "eu-1": { name: "Europe" }, "a b+c": { name: "Odd" }, é: { name: "Accent" } },
};
const vectors: {
  readonly asked: readonly { readonly asked: string; readonly as: string }[];
  readonly asked_invalid: readonly string[];
} = JSON.parse(readFileSync(new URL("../../../vectors/versions.json", import.meta.url), "utf8"));
const good = `${config}?platform=ios&current_version=2.1`;

describe("a request", () => {
  let server: ReadServer;
  let key: string;
  before(async () => {
    server = await startReadServer({ projects: [shop] });
    key = await server.addKey("shop");
  });
  after(async () => {
    await server.stop();
    assert.deepEqual(server.failures, [], "nothing failed inside");
  });
  const ask = (question: Question) => server.ask({ key, ...question });
  /** The status, or the code of the problem. */
  const outcome = async (question: Question): Promise<number | string> => {
    const { status, body } = await ask(question);
    return status < 400 ? status : JSON.parse(body).code;
  };

  describe("its path is compared as raw bytes", () => {
    const paths = "/ /api/v1 /api/v1/config/ /api//v1/config /api/v1/./config /api/v1/%63onfig /api/v1/config%20 /API/v1/config";
    for (const path of [...paths.split(" "), "/api/v1/config;x", "/api\\v1\\config", "/__proto__"])
      test(`${path} is 404`, async () => {
        assert.equal(await outcome({ target: `${path}?platform=ios&current_version=2.1&instanceId=eu-1` }), "not_found");
      });

    test("bytes beyond ASCII in it are 404 or 400, and never an answer", async () => {
      for (const target of ["/api/v1/confi\u0121", "/api/v1/config\u00a0", "/api/v1/\u00e9"]) {
        const question = requestHead({ target, key });
        const { responses } = await exchange(server.port, question.replace("Host", "Connection: close\r\nHost"));
        assert.ok([400, 404].includes(responses[0]?.status ?? 0));
      }
    });

    test("an absolute-form target counts as its path and query, whatever host it names", async () => {
      for (const origin of ["http://localhost", "HTTP://other.example:99", "https://a", "http://user@b", "http://[::1]:8080"]) {
        assert.equal(await outcome({ target: origin + good }), 200);
        assert.equal(await outcome({ target: `${origin}/api/v1//config?platform=ios` }), "not_found");
        assert.equal(await outcome({ target: `${origin}${maintenance}` }), "missing_parameter");
      }
      for (const target of ["http://localhost", "http://localhost?platform=ios", "ftp://localhost/api/v1/config"])
        assert.notEqual(await outcome({ target }), 200);
    });
  });

  describe("its parameters", () => {
    const query = (text: string) => outcome({ target: `${config}?${text}` });
    /** The version in the upgrade message, which only appears for versions below the minimum and blocked ones. */
    const version = async (sent: string) => {
      const { body } = await ask({ target: `${config}?platform=ios&current_version=${sent}` });
      return JSON.parse(body).message;
    };

    test("a + and its escapes are the + that was sent", async () => {
      for (const sent of ["1.0+57", "1.0%2B57", "1.0%2b57", "1.0%2057", "1.0 57".replace(" ", "%20"), "%31.0+57"])
        assert.equal(await version(sent), "You have 1.0+57");
      for (const sent of ["3.0+45", "3.0%2B45"]) assert.equal(await version(sent), "You have 3.0+45");
      assert.equal(await version("3.0+44"), "Hello", "the build counts where the entry has one");
      assert.equal(await query("platform=ios&current_version=1+2+3"), "invalid_version");
      assert.equal(await query("platform=ios&current_version=1.0%2B"), "invalid_version");
      assert.equal(await query("platform=ios&current_version=%2B1.0"), "invalid_version");
    });

    test("a version may be written in other ways, and gets the answer of the accepted spelling, byte for byte", async () => {
      for (const { asked, as } of vectors.asked) {
        for (const endpoint of [config, gate]) {
          const answers = [asked, as].map((text) =>
            ask({ target: `${endpoint}?platform=ios&current_version=${encodeURIComponent(text)}` }),
          );
          const [sent, accepted] = await Promise.all(answers);
          assert.equal(sent?.status, 200, asked);
          assert.equal(sent.body, accepted?.body);
          assert.equal(sent.headers.etag, accepted?.headers.etag);
        }
      }
      for (const [sent, read] of [
        ["+1.0.foss", "1.0-foss"],
        ["V1.0+(57)", "1.0+57"],
        ["1.0(57)", "1.0+57"],
        ["1.0++", "1.0"],
      ] as const)
        assert.equal(await version(sent), `You have ${read}`);
      for (const text of vectors.asked_invalid)
        assert.equal(await query(`platform=ios&current_version=${encodeURIComponent(text)}`), "invalid_version", text);
    });

    const queries: Readonly<Record<string, readonly [outcome: number | string, ...queries: string[]]>> = {
      "a value that does not decode is invalid, and never taken for another one": [
        "invalid_version",
        ...["%zz", "%", "%ff", "%C3", "%ED%A0%80", "%u0031", "%00", "1%00"].map((text) => `platform=ios&current_version=${text}`),
      ],
      "an empty one is missing, and so is one without a value or a name": [
        "missing_parameter",
        ...["", "platform", "platform=ios&current_version", "platform=ios&current_version=", "=ios", "=&="],
      ],
      "unknown ones are ignored, regardless of their number and values": [
        200,
        ...["x=1&x=2", "&&", "platform[]=a", "instanceId=unknown&instanceId=x", "__proto__=x", "constructor", "=x"].map(
          (more) => `${more}&platform=ios&current_version=2.1&${more}`,
        ),
        `platform=ios&current_version=2.1${"&x=y".repeat(1_900)}`,
        "platform=ios&current_version=2.1&x=%zz&%zz=%zz&lang=%zz",
        "platform=ios&current_version=2.1&PLATFORM=x&Platform=y",
      ],
      "names are case-sensitive, and only & separates": [
        "missing_parameter",
        ...["Platform=ios&current_version=2.1", "platform=ios&currentVersion=2.1"],
        ...["platform=ios;current_version=2.1", "?platform=ios&current_version=2.1"],
      ],
      "a name and a value may be escaped": [200, "%70latform=ios&current%5Fversion=2%2E1"],
      "a value may hold = and ?, and is decoded once": [
        "invalid_version",
        ...["2.1=3", "2.1?x=y", "2%252E1"].map((text) => `platform=ios&current_version=${text}`),
      ],
    };
    for (const [name, [expected, ...texts]] of Object.entries(queries))
      test(name, async () => {
        for (const text of texts) assert.equal(await query(text), expected, text);
      });

    test("an instance's id may hold anything, escaped as a form does it", async () => {
      const instance = (id: string) => outcome({ target: `${maintenance}?instanceId=${id}` });
      for (const id of ["a+b%2Bc", "a%20b%2Bc", "%C3%A9", "eu-1"]) assert.equal(await instance(id), 200);
      for (const id of ["a+b+c", "a%2Bb%2Bc", "e%CC%81", "EU-1", "eu-1%20"]) assert.equal(await instance(id), "unknown_instance");
    });
  });

  describe("its body", () => {
    const chunks = (...sizes: number[]) =>
      `${sizes.map((size) => `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`).join("")}0\r\n\r\n`;
    const chunked = ["Transfer-Encoding: chunked"];

    test("a small one is read and ignored, and the connection goes on", async () => {
      const raw = await RawSocket.open(server.port);
      for (const [headers, body] of [
        [["Content-Length: 1024"], "x".repeat(1024)],
        [["Content-Length: 0"], ""],
        [chunked, chunks(1024)],
        [chunked, chunks(...Array.from({ length: 256 }, () => 4))],
        [chunked, chunks()],
      ] as const) {
        raw.write(requestHead({ target: good, key, headers }) + body);
        assert.equal((await raw.response()).status, 200);
      }
      raw.socket.destroy();
    });

    test("one over 1 KiB is 413, with a length or in chunks, in one piece or in drops", async () => {
      const tooLarge = async (headers: readonly string[], body: string) =>
        assert.equal(await outcome({ target: good, headers, body }), "content_too_large");
      await tooLarge(["Content-Length: 1025"], "x".repeat(1025));
      await tooLarge(["Content-Length: 9007199254740991"], "");
      await tooLarge(chunked, chunks(1024, 1));
      await tooLarge(chunked, chunks(...Array.from({ length: 1_025 }, () => 1)));
    });

    test("it hinders neither a HEAD nor a 304", async () => {
      const small = { headers: ["Content-Length: 2", "If-None-Match: *"], body: "{}" };
      assert.equal(await outcome({ target: good, ...small }), 304);
      assert.equal(await outcome({ target: good, method: "HEAD", headers: ["Content-Length: 2"], body: "{}" }), 200);
      const head = await ask({ target: good, method: "HEAD", headers: ["Content-Length: 2000"], body: "x".repeat(2_000) });
      assert.deepEqual([head.status, head.body], [413, ""]);
      const large = ["Content-Length: 2000", "If-None-Match: *"];
      assert.equal(await outcome({ target: good, headers: large, body: "x".repeat(2_000) }), "content_too_large");
    });

    test("one that is refused, or not looked at, leaves the connection in order or closed", async () => {
      for (const question of [
        { target: "/none" },
        { target: good, method: "POST" },
        { target: good, method: "OPTIONS" },
        { target: config },
      ] as const) {
        const hidden = requestHead({ target: "/hidden" });
        const bytes = requestHead({ ...question, key, headers: [`Content-Length: ${hidden.length}`] }) + hidden;
        const { responses } = await exchange(
          server.port,
          bytes + requestHead({ target: good, key, headers: ["Connection: close"] }),
        );
        assert.ok(responses.length <= 2);
        if (responses[1]) assert.equal(responses[1].status, 200, "what is in a body is never a request");
      }
    });
  });

  test("names that JavaScript knows, and what does not decode, are no platform, no instance and no parameter", async () => {
    for (const name of ["__proto__", "constructor", "toString", "%zz"]) {
      assert.equal(await outcome({ target: `${config}?platform=${name}&current_version=1` }), "unknown_platform");
      assert.equal(await outcome({ target: `${maintenance}?instanceId=${name}` }), "unknown_instance");
      assert.equal(await outcome({ target: `${good}&lang=${name}` }), 200);
    }
  });
});
