import assert from "node:assert/strict";
import { test } from "./command-fixture.ts";
import { countRequests } from "./counted-requests.ts";

const set = "policy set --project acme --platform ios --yes";

test("a review shows the affected requests, and a refusal how to pass it", async ({ server, run }) => {
  countRequests(server, "ios", { "2.4.0": 380, "2.5.0": 615, "2.6.0": 1, "": 4 });
  const refused = await run(`${set} --minimum 2.5.0`);
  assert.equal(refused.code, 3);
  assert.match(refused.out, /^38% of iOS users locked out in acme: iOS minimum 2\.4\.0 → 2\.5\.0\n/);
  assert.match(refused.out, /\n {2}✗ 38% of the iOS requests .*20%.* \(locks_out\)\n/);
  const share = "38% newly must update, 0.4% rare versions of 1,000 requests";
  assert.ok(refused.out.endsWith(`  iOS, last 24 hours: ${share}; last 7 days: ${share}\n`), refused.out);
  assert.match(
    refused.err,
    /Refused by the guard locks_out: fix what it names or override with --override locks_out --reason "…"\./,
  );
  const passed = await run(`${set} --minimum 2.5.0 --override locks_out --reason "2.4 loses orders"`);
  assert.equal(passed.code, 0, passed.err);
  assert.match(passed.out, /\(locks_out, overridden\)/);
});

test("without requests the review says that guards do not apply, and the limit is a setting of the project", async ({
  server,
  run,
}) => {
  const quiet = await run(`${set} --minimum 25.0 --dry-run`);
  assert.equal(quiet.code, 0);
  assert.match(quiet.out, /iOS: no requests in the last 7 days\n/);
  countRequests(server, "ios", { "2.4.0": 99 });
  const few = await run(`${set} --minimum 25.0 --dry-run`);
  assert.deepEqual([few.code, few.out.includes("100% newly must update of 99 requests")], [0, true]);
  assert.match(few.out, /under 100: locks_out does not apply/);
  assert.match(few.out, /Users are sent to 25\.0, which no app has reported in 7 days/);
  countRequests(server, "ios", { "2.4.0": 380, "2.5.0": 620 });
  assert.equal((await run("project set --project acme --lock-out-limit 50 --yes")).code, 0);
  assert.match((await run("project show --project acme")).out, /lock_out_limit_percent +50\n/);
  assert.equal((await run(`${set} --minimum 2.5.0`)).code, 0);
  assert.equal((await run("project set --project acme --lock-out-limit 101 --yes")).code, 2);
});

test("adoption prints requests by platform and version", async ({ server, run }) => {
  assert.equal((await run("adoption --project acme")).out, "No requests of acme since 2026-11-20 13:00 UTC.\n");
  countRequests(server, "ios", { "2.3.0": [0, 0, 3, 0], "2.5.0": [90, 3, 0, 2], "": [2, 0, 0, 0] });
  countRequests(server, "android", { "2.5.0": [1, 0, 0, 0] });
  assert.equal(
    (await run("adoption --project acme --days 30")).out,
    `Requests since 2026-10-23 00:00 UTC:

PLATFORM  VERSION  REQUESTS  SHARE  ALLOWED  RECOMMENDED  FORCED  MAINTENANCE
android   2.5.0           1   100%        1            0       0            0
ios       2.5.0          95    95%       90            3       0            2
ios       2.3.0           3     3%        0            0       3            0
ios       other           2     2%        2            0       0            0
ios       all           100   100%       92            3       3            2

The current policy of ios forces 3% of the requests of the last 24 hours to update, since revision 1 by environment at 2026-11-21 12:00 UTC.
`,
  );
  const { interval, platforms } = JSON.parse((await run("adoption --project acme --platform ios --hours 3 --json")).out);
  assert.deepEqual([interval, platforms.length, platforms[0].total.series], ["hour", 1, [0, 0, 100]]);
  assert.equal((await run("adoption --project acme --days 3 --hours 3")).code, 2);
  for (let minor = 0; minor < 30; minor++) countRequests(server, "ios", { [`1.${minor}.0`]: 1 });
  assert.match(
    (await run("adoption --project acme")).out,
    /\n12 more versions; --json lists them\.\n\nThe current policy of ios forces 25% /,
  );
});

test("adoption names new versions that are not declared as releases, with the command that declares each", async ({
  server,
  run,
}) => {
  countRequests(server, "ios", { "2.4.0": 100 });
  server.now += 86_400_000;
  countRequests(server, "ios", { "2.4.0": 75, "2.6.0": 25 });
  const command = "policy release --project acme --platform ios --version 2.6.0 --date 2026-11-22";
  const { out } = await run("adoption --project acme");
  const line =
    "New version of ios, not declared as a release: 2.6.0, first seen on 2026-11-22, 25% of the requests of the last 24 hours.";
  assert.ok(out.endsWith(`\n${line}\n  drawbridge ${command}\n`), out);
  const declared = await run(`${command} --yes`);
  assert.equal(declared.code, 0, declared.err);
  assert.doesNotMatch((await run("adoption --project acme")).out, /declared/);
});
