import assert from "node:assert/strict";
import { test } from "node:test";
import { runCommand } from "../../test/recorded-io.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { programVersion } from "./command.ts";
import { loadCommands } from "./command-list.ts";

const commands = await loadCommands([]);
const newPath = temporaryDirectories();

/** Where nothing listens. */
const nowhere = { DRAWBRIDGE_URL: "http://127.0.0.1:4" };

test("without a command, and for a group alone, the help is printed", async () => {
  for (const [line, help] of [
    [[], ["--help"]],
    [["policy"], ["help", "policy"]],
  ] as const) {
    const [bare, asked] = [await runCommand(line), await runCommand(help)];
    assert.deepEqual([bare.code, bare.out, bare.err], [0, asked.out, ""]);
  }
});

test("all problems of a command line are reported together", async () => {
  const argv = "policy set --frob 3 --platform IOS --minimum x.y --minimum 1 --override foo --override in_use --store";
  assert.deepEqual(await runCommand(argv.split(" ")), {
    code: 2,
    out: "",
    asked: [],
    err: `drawbridge: the command line has 8 problems
  --store has no value
  unknown option --frob
  --project is missing: expected a project's id: 1 to 63 characters a-z, 0-9 and -
  --platform: expected a name of 1 to 32 characters a-z, 0-9, - and _ that begins with a letter, not "IOS"
  --minimum is given 2 times: expected one
  --minimum: expected a version, such as 2.4.0, not "x.y"
  --override: expected store_link, every_version_blocked, long_maintenance, past_end, first_language, in_use, active_window, locks_out, unseen_version or four_eyes, not "foo"
  --reason is required with --override
See drawbridge policy set --help
`,
  });
});

test("with --json an error is one line of JSON", async () => {
  const { code, err } = await runCommand(["apply", "--json"]);
  assert.equal(code, 2);
  assert.deepEqual(JSON.parse(err), {
    code: "usage",
    detail: "--file is missing: expected a file, or - for standard input",
    errors: [{ detail: "--file is missing: expected a file, or - for standard input" }],
  });
});

test("every command has a help with an example, and asks for nothing to show it", async () => {
  for (const { name, examples } of commands) {
    const { code, out, err } = await runCommand([...name.split(" "), "--help"], { env: { DRAWBRIDGE_NONSENSE: "1" } });
    assert.deepEqual([code, err], [0, ""], name);
    for (const example of examples) assert.ok(out.includes(`drawbridge ${example}`), name);
    assert.match(out, /--json .*--token/s, name);
  }
  for (const argv of [["--help"], ["policy", "--help"], ["help", "apply"]]) {
    const { code, out } = await runCommand(argv);
    assert.equal(code, 0);
    assert.match(out, /Examples?:\n {2}drawbridge/);
  }
});

test("the examples of every help are command lines that are understood", async () => {
  for (const example of commands.flatMap(({ name, examples }) => (name === "serve" || name === "doctor" ? [] : examples))) {
    const argv = [...example.replace(/ [<>] .*/, "").matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word ?? "",
    );
    // Written into the folder where the tests run otherwise.
    const more = argv[0] === "init" ? ["--file", newPath()] : [];
    const { err } = await runCommand([...argv, ...more], { env: nowhere, answers: [], input: "0123456789abcdef" });
    assert.doesNotMatch(err, /the command line has (?!1 problem\n {2}(?:--file|FILE): "\S+" does not exist)/, example);
  }
});

test("the version is that of the package", async () =>
  assert.deepEqual(await runCommand(["--version"]), { code: 0, out: `${programVersion}\n`, err: "", asked: [] }));

test("settings that are wrong are all said, before anything is asked of a server", async () => {
  const { code, err } = await runCommand(["serve"], { env: { DRAWBRIDGE_URL: "nonsense", DRAWBRIDGE_LISTN: "1" } });
  assert.equal(code, 2);
  assert.match(err, /has 2 problems\n {2}DRAWBRIDGE_LISTN is not a setting.*\n {2}DRAWBRIDGE_URL must be an http/);
});

test("an unknown setting does not stop a command that talks to a server, and is a warning", async () => {
  const url = "http://127.0.0.1:4";
  const env = { DRAWBRIDGE_URL: url, DRAWBRIDGE_TOKN: "hunter2", DRAWBRIDGE_PORT: "tcp://10.0.0.1:80" };
  const { code, err } = await runCommand(["project", "list"], { env });
  assert.equal(code, 5);
  const [warning, failure] = err.split("\n");
  assert.match(warning ?? "", /^Warning: ignored in the environment: DRAWBRIDGE_PORT .*; DRAWBRIDGE_TOKN .* DRAWBRIDGE_TOKEN\?$/);
  assert.doesNotMatch(err, /hunter2/);
  assert.equal(failure, `drawbridge: no server answers at ${url}: start one with drawbridge serve, or name it with --url`);
  const asJson = await runCommand(["project", "list", "--json"], { env });
  assert.equal(JSON.parse(asJson.err).code, "unreachable");
  for (const local of [["serve"], ["backup", "--local", "/nonexistent/copy.db"]])
    assert.equal((await runCommand(local, { env })).code, 2, local.join(" "));
});

test("a command with a prompt refuses without a terminal", async () => {
  const manifest = "apiVersion: drawbridge/v1\nproject: shop\n";
  for (const argv of [
    "apply -f -",
    "policy set --project p --platform ios --no-minimum",
    "undo --project p --revision 3",
    "project delete --project p",
    "key revoke k --project p",
    "proposal approve p_aaaaaaaaaa --project p",
    "user disable ada",
    "compact",
  ]) {
    const { code, err } = await runCommand(argv.split(" "), { env: nowhere, input: manifest });
    assert.equal(code, 2, argv);
    const missing = argv.startsWith("project delete")
      ? /--confirm p is required without a terminal/
      : /--yes is required without a terminal/;
    assert.match(err, missing, argv);
    const actual = (await runCommand([...argv.split(" "), "--json"], { env: nowhere, input: manifest, answers: ["y"] })).err;
    assert.match(actual, /(?:--yes|--confirm p) is required with --json/);
  }
});

test("help on two words is the help of that command, and on unknown words the usual error", async () => {
  for (const name of ["policy set", "policy", "apply"]) {
    const [asked, usual] = [await runCommand(["help", ...name.split(" ")]), await runCommand([...name.split(" "), "--help"])];
    assert.deepEqual([asked.code, asked.out], [0, usual.out], name);
  }
  const { code, err } = await runCommand(["help", "policy", "sett"]);
  assert.equal(code, 2);
  assert.match(err, /unknown command "policy sett"\. Did you mean "policy set"\?/);
  assert.match((await runCommand(["--help"])).out, /-V, --version +print the version\n/);
});
