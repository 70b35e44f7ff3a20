import assert from "node:assert/strict";
import { test } from "./command-fixture.ts";

const usage = 2;

/** A wrong line, its exit code, and the beginning of the first line of the error. */
const wrong: readonly (readonly [line: string, code: number, first: string])[] = [
  ["polcy", usage, 'unknown command "polcy". Did you mean "policy"?'],
  ["policy sett", usage, 'unknown command "policy sett". Did you mean "policy set"?'],
  ["environment", usage, 'unknown command "environment"'],
  ["help manifest", usage, 'unknown command "manifest"'],
  ["logs", usage, 'unknown command "logs". Did you mean "history"?'],
  ["login", usage, 'unknown command "login". Did you mean "--token"?'],
  ["key ls", usage, 'unknown command "key ls". Did you mean "key list"?'],
  ["instance add", usage, 'unknown command "instance add". Did you mean "instance set"?'],
  ["completion tcsh", usage, 'SHELL: expected bash, zsh or fish, not "tcsh"'],
  ["project list --format json", usage, "unknown option --format. Did you mean --output?"],
  ["project remove", usage, 'unknown command "project remove". Did you mean "project delete"?'],
  ["--frob", usage, "unknown option --frob"],
  ["project show acme", usage, 'unexpected: "acme". Did you mean --project acme?'],
  ["project show --limit 3", usage, "unknown option --limit"],
  ["policy show --dry-run", usage, "unknown option --dry-run"],
  [
    "policy show --project --platform ios",
    usage,
    "the command line has 2 problems\n  --project has no value: --platform follows it\n",
  ],
  ["project list --jsno", usage, "unknown option --jsno. Did you mean --json?"],
  ["project list -o xml", usage, '--output: expected table, json, yaml or name, not "xml"'],
  ["history --limit many", usage, "--limit: expected a whole number from 1 to 200"],
  ["history --id ios", usage, "--kind is required with --id"],
  ["policy set --platform ios --minimum 2.5.0", usage, "--project is missing: expected a project's id"],
  ["policy set -p acme --minimum 2.5.0", usage, "--platform is missing"],
  ["policy set -p acme --platform ios", usage, "expected something to change"],
  ["policy set -p acme --platform ios --minimum x.y --yes", usage, '--minimum: expected a version, such as 2.4.0, not "x.y"'],
  ["policy set -p acme --platform ios --minimum 2.5.0", usage, "--yes is required without a terminal"],
  ["policy set -p acme --platform ios --minimum 2.5.0 --override in_use --yes", usage, "--reason is required with --override"],
  ["policy step -p acme --platform ios --at 2027-04-01T09:00", usage, "--at requires --minimum, --recommended or both"],
  ["policy step -p acme --platform ios --minimum 2", usage, "--zone, --minimum and --recommended describe a new step: add --at"],
  ["policy step -p acme --platform ios --at 2027-04-01T09:00 --remove", usage, "--remove removes the step: leave out --at"],
  ["platform add tv -p acme --store none --store-link https://a.example --yes", usage, "--store none has no link"],
  ["platform add tv -p acme --yes", usage, "--store is missing"],
  ["platform add tv -p nosuch --store none --yes", 1, "Project nosuch not found"],
  ["undo -p nosuch --yes", 1, "Project nosuch not found"],
  ["token create --name x --role viewer", usage, "--role requires --project"],
  ["token create --name x -p acme", usage, "--role is missing"],
  ["history -p acme --installation", usage, "--project and --installation cannot be combined"],
  ["project set -p acme --store-apple http://x --yes", usage, "--store-apple: expected a link"],
  ["project set -p acme --ttl 2h --yes", usage, "--ttl: expected a duration"],
  ["project set -p acme --name", usage, "--name has no value"],
  ["project delete -p acme --yes", usage, "--confirm acme is required without a terminal"],
  ["maintenance start -p acme", usage, "names no scope"],
  ["maintenance start -p acme --whole-project --for 30", usage, "--for: expected a duration from 1s to 366d"],
  ["maintenance start -p acme --instance eu-9 --for 1h", usage, ""],
  ["key create -p acme", usage, "--name is missing"],
  ["key import -p acme --name n --value hunter2", usage, "--value: expected "],
  ["adoption -p PROJECT --keys", usage, "--project: expected "],
  ["backup", usage, "--to is missing: expected a file\n"],
  ["backup --to -", usage, '--to: expected a file, not "-"'],
  ["restore --from -", usage, "--from: expected a file, or an object store: "],
  ["user add ada --link-file -", usage, '--link-file: expected a file that does not exist yet, not "-"'],
  ["plan -f /nonexistent/acme.yaml", usage, '--file: "/nonexistent/acme.yaml" does not exist'],
  ["validate", usage, ""],
  ["validate - -", usage, "FILE: - is given twice"],
  [
    "validate /nonexistent/a.yaml /nonexistent/b.yaml",
    usage,
    'the command line has 2 problems\n  FILE: "/nonexistent/a.yaml" does not',
  ],
  ["init -p my-app -f /nonexistent/a.yaml", usage, '"/nonexistent/a.yaml" cannot be written (ENOENT)'],
  ["pull -f -", usage, '--file: expected a file, not "-"'],
  ["apply -f - --yes", usage, "standard input"],
  ["project show -p acne", 1, "Project acne not found, or you have no role in it. Did you mean acme?"],
  ["maintenance delete nightly -p acme --yes", 1, "Window nightly not found in acme."],
  ["key rotate demo -p acme", 1, 'No read key has the id or name "demo".'],
  ["maintenance complete -p acme", 1, ""],
  ["simulate -p acme --instance eu-1 --platform ios", usage, ""],
  ["simulate -p acme --platform symbian --version 1.0.0", 1, ""],
  ["maintenance start -p acme --whole-project --for 30h", 3, ""],
  ["project list --token nonsense", 4, "The token (from --token) is not valid at "],
  ["export --url http://127.0.0.1:4 --project=-shop-", 5, "no server answers"],
  ["project list --url http://127.0.0.1:4", 5, "no server answers at http://127.0.0.1:4"],
];

test("wrong command lines say what is wrong first, and exit by the table", async ({ run }) => {
  await run('project set -p other --name "Other" --yes');
  const problems: string[] = [];
  for (const [line, expected, first] of wrong) {
    const { code, err } = await run(line, { input: "project: acme\n" });
    const isRight = code === expected && err.startsWith(first === "" ? "" : `drawbridge: ${first}`);
    if (!isRight || /has 1 problem|hunter2|\bPT?\d|\d{4}-\d\d-\d\dT/.test(err)) problems.push(`${line}: exit ${code}\n${err}`);
  }
  assert.deepEqual(problems, []);
  const refused = await run("key create -p acme --name n --rehearsal-ignore-maintenance --expires soon");
  assert.match(refused.err, /^drawbridge: --expires: expected .*\nSee .*\n$/, "it is not called missing too");
});

test("a key is named by its name, an entry is blocked once, and a terminal is asked before all users are locked out", async ({
  run,
}) => {
  const { id } = JSON.parse((await run("key create -p acme --name demo --json")).out);
  assert.match((await run("key rotate demo -p acme --name next")).out, new RegExp(`replaces ${id}`));
  assert.equal((await run("key revoke next -p acme --yes")).code, 0);
  await run("policy set -p acme --platform ios --block 2.3.0 --yes");
  const again = await run("policy set -p acme --platform ios --block 2.3 --unblock 9.9 --yes");
  assert.deepEqual([again.code, again.err], [0, "9.9 is not blocked on ios.\n"]);
  const blocked = async () => JSON.parse((await run("policy show -p acme --platform ios --json")).out).platforms[0].blocked;
  assert.deepEqual(await blocked(), ["2.3.0"]);
  const start = "maintenance start -p acme --whole-project --for 30m";
  const declined = await run(start, { answers: ["n"] });
  assert.deepEqual([declined.code, declined.asked.length], [1, 1]);
  assert.deepEqual((await run(`${start} --dry-run`, { answers: ["n"] })).asked, []);
  assert.equal((await run(start)).code, 0, "a script is not asked");
});
