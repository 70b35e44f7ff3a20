import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { test } from "./command-fixture.ts";
import { signedIn } from "./signed-in.ts";
import { temporaryDirectories } from "./temporary-directory.ts";

const newPath = temporaryDirectories();

test("a new person gets a link that is shown only once, and their permissions are listed", async ({ run }) => {
  const added = await run('user add ada@acme.example --name "Ada" --administrator --project acme --role editor');
  assert.equal(added.code, 0, added.err);
  assert.match(
    added.out,
    /^The link for Ada \(ada@acme\.example\) is shown only once:\n\n {2}https:\S+#link=dbl_\w+\n\nIt can be used once, until 2026-11-28/,
  );
  const [link = ""] = /dbl_\w+/.exec(added.out) ?? [];
  const shown = await run("user show ADA@acme.example");
  assert.match(shown.out, /state +active, administrator\n {2}access +full\n {2}sign-in +none yet/);
  assert.ok(![shown.out, (await run("user list")).out].some((text) => text.includes(link)));
  assert.match((await run("user list --project acme")).out, /ada@acme\.example +Ada +editor +active/);
  const unknown = await run("user show ada");
  assert.equal(unknown.err, 'drawbridge: No account has the login "ada". Did you mean ada@acme.example?\n');
  const again = await run("user add Ada@acme.example");
  assert.deepEqual([again.code, again.err], [1, "drawbridge: This login is already in use. Choose another one.\n"]);
});

test("a link goes into a new file that only its owner reads, and a file that is there is left alone", async ({ run }) => {
  const file = newPath();
  const added = await run(`user add bob --link-file ${file}`);
  assert.equal(added.code, 0, added.err);
  assert.ok(!added.out.includes("dbl_"));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.match(readFileSync(file, "utf8"), /^https:\S+#link=dbl_\w+\n$/);
  const before = readFileSync(file, "utf8");
  const refused = await run(`user link bob --link-file ${file}`);
  assert.deepEqual([refused.code, readFileSync(file, "utf8")], [2, before]);
  assert.match(refused.err, /already exists: choose another name/);
  const gone = newPath();
  assert.equal((await run(`user link nobody-here --link-file ${gone}`)).code, 1);
  assert.ok(!existsSync(gone));
});

test("a role is given, changed and taken away after a question, with the person's name beside their id", async ({ run }) => {
  await run('user add ada --name "Ada"');
  const granted = await run("user grant ada --project acme --role editor", { answers: ["y"] });
  assert.deepEqual([granted.code, granted.asked], [0, ["Make ada an editor of acme? [y/N] "]]);
  assert.match(granted.out, /^acme: Made Ada an editor\n/);
  assert.match((await run("user grant ada --project acme --role owner --yes")).out, /Ada an owner \(was editor\)/);
  assert.match((await run("history --project acme --kind grant --limit 1")).out, /Ada an owner \(was editor\)/);
  const revoked = await run("user revoke ADA --project acme --yes --json");
  assert.deepEqual([revoked.code, JSON.parse(revoked.out).project], [0, "acme"]);
  const none = await run("user revoke ada --project acme --yes");
  assert.deepEqual([none.code, none.err], [1, 'drawbridge: No account with the login "ada" has a role in acme.\n']);
});

test("the last administrator stays one, and the installation's history names the creator of each", async ({ run, server }) => {
  await signedIn(server, "ada");
  assert.equal((await run("user administrator ada --yes")).code, 0);
  const last = await run("user administrator ada --remove --yes");
  assert.deepEqual([last.code, /last administrator/.test(last.err)], [1, true]);
  await signedIn(server, "cleo", "administrator");
  assert.equal((await run('user administrator ada --remove --yes --reason "changed teams"')).code, 0);
  assert.match(
    (await run("history --installation --limit 1")).out,
    /removed ada Example \(was administrator\) — changed teams\n/,
  );
});

test("removing a person prompts, and reports what they leave behind", async ({ run, server }) => {
  const ada = await signedIn(server, "ada", { acme: "owner" });
  const made = await server.of("POST", "acme/tokens", { cookie: ada.cookie, body: { name: "deploy", role: "operator" } });
  assert.equal(made.status, 201, made.text);
  const declined = await run("user disable ada", { answers: ["n"] });
  assert.deepEqual([declined.code, declined.asked.length], [1, 1]);
  assert.match(
    declined.asked[0] ?? "",
    /They created 1 active access token\. They keep working unless --revoke-tokens is passed\. \[y\/N\]/,
  );
  const disabled = await run("user disable ada --yes");
  assert.match(disabled.out, /was disabled\.\nStill in use: 1 access token that they created, see token list\.\n/);
  const revoked = await run("user disable ada --revoke-tokens", { answers: ["y"] });
  assert.match(revoked.asked[0] ?? "", /They are revoked too\./);
  assert.match(
    revoked.out,
    /was disabled\.\nRevoked 1 access token that they created\.\nTo undo it: drawbridge user enable u_ada\n$/,
  );
  assert.match(
    (await run("history --project acme --limit 1")).out,
    /The account was disabled, and its access tokens were revoked/,
  );
  assert.match((await run("user disable ada --revoke-tokens --yes")).out, /no active access tokens/);
  assert.match((await run("user enable ada")).out, /was enabled, without earlier roles/);
  const erased = await run("user erase ada --yes");
  assert.match(erased.out, /was erased; the history shows only u_ada\.\nThis cannot be undone\.\n$/);
  assert.match((await run("history --project acme --kind grant --limit 1")).out, /removed u_ada \(was owner\)/);
});

test("a token of a project opens it alone, and whoami says so", async ({ run, apply }) => {
  await apply("apiVersion: drawbridge/v1\nproject: other\n");
  const made = await run("token create --name deploy --project acme --role operator --json");
  const { token } = JSON.parse(made.out);
  assert.match((await run(`whoami --token ${token}`)).out, /The token belongs to no person.*\n {2}operator of acme\n$/);
  assert.equal((await run(`policy show --project other --token ${token}`)).code, 1);
  assert.match((await run("token list --project acme")).out, /deploy +operator .* - .* 2026-11-21 12:00/);
});
