import assert from "node:assert/strict";
import { test } from "node:test";
import { EdgeProgram } from "../running-edge.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();

const text = "legacy-api-key-shipped-in-apk-0001";
const question = "/api/v1/config?platform=ios&current_version=1.0";
const creating = { "if-none-match": "*" };
const because = "reason=The%20apps%20belong%20to%20Acme";

/** The projects `acme` and `beta`, distinguished by the texts that their apps get, with an owner for each. */
async function twoProjects(program: Program): Promise<Readonly<Record<"acme" | "beta", string>>> {
  const owners: Record<string, string> = {};
  for (const project of ["acme", "beta"]) {
    await program.admin("PUT", `/admin/v1/projects/${project}`, { name: project }, creating);
    const minimum = project === "acme" ? "1.0" : "9.0";
    const policy = await program.admin(
      "PUT",
      `/admin/v1/projects/${project}/platforms/ios`,
      { minimum, store: "none" },
      creating,
    );
    assert.equal(policy.status, 201, JSON.stringify(policy.body));
    const made = await program.admin("POST", `/admin/v1/projects/${project}/tokens`, { name: "owner", role: "owner" });
    owners[project] = String(made.body.token);
  }
  return owners as Record<"acme" | "beta", string>;
}

const asOwner = (token = "") => ({ authorization: `Bearer ${token}` });

async function imported(program: Program, project: string, value = text): Promise<string> {
  const { status, body } = await program.admin("POST", `/admin/v1/projects/${project}/keys/import`, { name: "old apps", value });
  assert.equal(status, 201, JSON.stringify(body));
  return String(body.id);
}

/** The project that answers apps with that key; otherwise the code of the refusal. */
async function answeredBy(program: Program, value = text): Promise<string> {
  const { status, body, headers } = await program.read(question, value);
  if (status !== 200) return String(body.code);
  return headers.get("drawbridge-reason") === "current" ? "acme" : "beta";
}

const post = (program: Program, verb: "release" | "move", body: object, query = because, headers = {}) =>
  program.admin("POST", `/admin/v1/keys/${verb}?${query}`, body, headers);

async function historyOf(program: Program, project: string, key: string) {
  const { body } = await program.admin("GET", `/admin/v1/projects/${project}/history?kind=read_key&id=${key}&limit=1`);
  return (
    body.commits as { actor: string; reason: string; at: string; changes: { before: object | null; after: object | null }[] }[]
  )[0];
}

async function withProgram(work: (program: Program, restart: () => Promise<Program>) => Promise<void>): Promise<void> {
  const options = { directory: directories() };
  let program = await startProgram(options);
  const restart = async () => {
    await program.stop();
    program = await startProgram(options);
    return program;
  };
  try {
    await work(program, restart);
  } finally {
    await program.stop();
  }
}

test("an administrator sees which project has a text, and an owner does not", () =>
  withProgram(async (program) => {
    const owners = await twoProjects(program);
    const key = await imported(program, "beta");
    const path = "/admin/v1/projects/acme/keys/import";
    const body = { name: "our apps", value: text };
    const told = await program.admin("POST", path, body);
    assert.deepEqual(
      [told.status, told.body.code, told.body.in_use],
      [409, "key_in_use", { project: "beta", key, state: "active" }],
    );
    const untold = await program.admin("POST", path, body, asOwner(owners.acme));
    assert.deepEqual([untold.status, untold.body.code, untold.body.in_use], [409, "key_in_use", undefined]);
    assert.doesNotMatch(JSON.stringify(untold.body), /beta|k_/);
    const { body: made } = await program.admin("POST", "/admin/v1/projects/beta/keys", { name: "made here" });
    const generated = await program.admin("POST", path, { name: "theirs", value: made.key });
    assert.deepEqual(generated.body.in_use, { project: "beta", key: made.id, state: "active" });
    assert.match(String(generated.body.detail), /generated key cannot be released/);
  }));

test("a key that moves is answered by its new project in the very next read, revoked or not, and stays there over a restart", () =>
  withProgram(async (program, restart) => {
    await twoProjects(program);
    const first = await imported(program, "beta");
    assert.equal(await answeredBy(program), "beta");
    const { status, body } = await post(program, "move", { project: "beta", key: first, to: "acme" });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [body.project, body.moved_from, body.state, body.imported, body.name],
      ["acme", { project: "beta", key: first }, "active", true, "old apps"],
    );
    assert.equal(await answeredBy(program), "acme");
    const [left, got] = [await historyOf(program, "beta", first), await historyOf(program, "acme", String(body.id))];
    assert.deepEqual([left?.changes[0]?.after, left?.reason, left?.actor], [null, "The apps belong to Acme", got?.actor]);
    assert.deepEqual([got?.changes[0]?.before, got?.reason, got?.at], [null, left?.reason, left?.at]);
    assert.doesNotMatch(JSON.stringify(left), /acme"/, "a project is not told of another");

    const { body: kept } = await program.admin("GET", "/admin/v1/projects/beta/keys");
    assert.deepEqual(kept.keys, []);
    await program.admin("POST", `/admin/v1/projects/acme/keys/${body.id}/revoke`);
    assert.equal(await answeredBy(program), "revoked_api_key");
    const back = await post(program, "move", { project: "acme", key: body.id, to: "beta", name: "back again" });
    assert.deepEqual([back.status, back.body.state, back.body.name], [200, "active", "back again"]);
    assert.equal(await answeredBy(program), "beta");
    assert.equal(await answeredBy(await restart()), "beta");
  }));

test("any project can import a released key, whatever state it was in", () =>
  withProgram(async (given, restart) => {
    let program = given;
    await twoProjects(program);
    const ends: Record<string, (key: string) => Promise<unknown>> = {
      active: async () => undefined,
      revoked: (key) => program.admin("POST", `/admin/v1/projects/beta/keys/${key}/revoke`),
      deleted: async (key) => {
        await ends.revoked?.(key);
        const path = "/admin/v1/projects/beta?override=in_use&reason=x";
        const gone = await program.admin("DELETE", path, undefined, { "if-match": "*" });
        assert.equal(gone.status, 200, JSON.stringify(gone.body));
        program = await restart();
      },
    };
    for (const [state, end] of Object.entries(ends)) {
      const value = `${text}-${state}`;
      const key = await imported(program, "beta", value);
      await end(key);
      const path = "/admin/v1/projects/acme/keys/import";
      const taken = await program.admin("POST", path, { name: "ours", value });
      assert.deepEqual(taken.body.in_use, { project: "beta", key, state }, state);
      const idempotency = { "idempotency-key": `release ${state}` };
      const { status, body } = await post(program, "release", { project: "beta", key }, because, idempotency);
      assert.deepEqual([status, body.project, body.key], [200, "beta", key], JSON.stringify(body));
      assert.equal(await answeredBy(program, value), "unknown_api_key");
      const again = await post(program, "release", { project: "beta", key }, because, idempotency);
      assert.deepEqual(again.body.revision, body.revision);
      assert.equal((await post(program, "release", { project: "beta", key })).status, 404);
      const last = await historyOf(program, "beta", key);
      assert.deepEqual([last?.reason, last?.changes[0]?.after], ["The apps belong to Acme", null]);
      assert.equal((await program.admin("POST", path, { name: "ours", value })).status, 201);
      assert.equal(await answeredBy(program, value), "acme");
    }
  }));

test("a generated key stays where it is, and nothing half done is left of a move that cannot be", () =>
  withProgram(async (program) => {
    await twoProjects(program);
    const { body: made } = await program.admin("POST", "/admin/v1/projects/beta/keys", { name: "made here" });
    const { body: token } = await program.admin("POST", "/admin/v1/projects/beta/tokens", { name: "x", role: "viewer" });
    const key = await imported(program, "beta");
    const before = (await program.admin("GET", "/admin/v1/status")).body.revision;
    const attempts: [number, "release" | "move", object, string?][] = [
      [409, "release", { project: "beta", key: made.id }],
      [409, "move", { project: "beta", key: made.id, to: "acme" }],
      [409, "release", { project: "beta", key: token.id }],
      [404, "release", { project: "acme", key }],
      [404, "release", { project: "nowhere", key }],
      [404, "move", { project: "acme", key, to: "beta" }],
      [404, "move", { project: "beta", key, to: "nowhere" }],
      [422, "move", { project: "beta", key, to: "beta" }],
      [422, "move", { project: "beta", key, to: "acme", platforms: ["unheard-of"] }],
      [422, "move", { project: "beta", to: "acme" }],
      [422, "release", { project: "beta", key }, ""],
      [422, "release", { project: "beta", key }, "reason=%20"],
      [422, "release", { project: "beta\u0000", key: "\u0000" }],
      [422, "release", {}],
    ];
    for (const [status, verb, body, query] of attempts) {
      const answer = await post(program, verb, body, query ?? because);
      assert.equal(answer.status, status, `${verb} ${JSON.stringify(body)} → ${JSON.stringify(answer.body)}`);
    }
    assert.equal((await program.admin("GET", "/admin/v1/status")).body.revision, before);
    assert.equal(await answeredBy(program), "beta");
    assert.equal(await answeredBy(program, String(made.key)), "beta");
  }));

test("an edge answers a moved key as its origin does, also where it has one of the projects alone", async () => {
  const program = await startProgram();
  const edges: EdgeProgram[] = [];
  try {
    await twoProjects(program);
    let key = await imported(program, "beta");
    const scopes: (readonly string[] | null)[] = [null, ["acme"], ["beta"]];
    for (const projects of scopes) {
      const { body } = await program.admin("POST", "/admin/v1/tokens", { kind: "edge", name: "edge", projects });
      edges.push(await EdgeProgram.start({ origin: program.urls.admin, token: String(body.token) }));
    }
    const answers = async () => {
      const { revision } = (await program.admin("GET", "/admin/v1/status")).body;
      for (const edge of edges) await edge.at(Number(revision));
      return Promise.all(
        edges.map(async (edge) => {
          const response = await fetch(`${edge.url}${question}`, { headers: { "x-api-key": text } });
          return response.status === 200 ? response.headers.get("drawbridge-reason") : response.status;
        }),
      );
    };
    assert.deepEqual(await answers(), ["below_minimum", 401, "below_minimum"]);
    for (const [project, to, expected] of [
      ["beta", "acme", ["current", "current", 401]],
      ["acme", "beta", ["below_minimum", 401, "below_minimum"]],
    ] as const) {
      key = String((await post(program, "move", { project, key, to })).body.id);
      assert.deepEqual(await answers(), expected, `from ${project} to ${to}`);
    }
  } finally {
    for (const edge of edges) await edge.running.stop();
    await program.stop();
  }
});
