import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { changedLines } from "../src/cli/pull.ts";
import { startCommandFixture } from "./command-fixture.ts";
import { randomFrom } from "./drills/drill.ts";
import { runSeed } from "./run-seed.ts";
import { temporaryDirectories } from "./temporary-directory.ts";

const directories = temporaryDirectories();

const windows = Array.from({ length: 22 }, (_, index) =>
  index % 2 === 0
    ? `  # Night ${index}: agreed with support.
  night-${index}: { start: "2027-0${1 + (index % 9)}-04T02:00", zone: Europe/Rome, duration: 90m } # ask before moving
`
    : `
  night-${index}: # release train ${index}
    instances: [eu-${index}]
    start: "2027-0${1 + (index % 9)}-11T23:00" # after the batch
    zone: 'UTC'
    duration: PT2H # two hours
    message:
      # The legal text.
      en: "Back at {end_time}."
`,
);
const instances = Array.from({ length: 32 }, (_, index) =>
  index % 3 === 0
    ? `  eu-${index}: {name: "Europe ${index}"} # rack ${index}\n`
    : `  # Customer ${index}\n  eu-${index}:\n    name: Europe ${index} # as on the bill\n`,
);

/** As a team keeps it: 200 lines with comments, in several styles. */
const commentedManifest = `# yaml-language-server: $schema=manifest.schema.json
# The shop. Owner: team market.
apiVersion: drawbridge/v1
project: acme
name: Acme # as in the stores

# English first: the default.
languages: [en, de]
reminder: 1d # support asked for a day
ttl: 60s

stores:
  apple: https://apps.apple.com/app/id1 # the new account
  # Play
  android: 'https://play.google.com/store/apps/details?id=com.acme'

messages:
  # Texts of the legal team.
  upgrade:
    en: Please update the app.
    de: |
      Bitte aktualisieren Sie
      die App.
  maintenance: {en: "Back soon."} # short on purpose
titles:
  upgrade: {en: Update required} # the same everywhere

platforms:
  # Ticket SHOP-12: why 2.4
  ios:
    minimum: "2.4.0" # SHOP-12

    recommended: '2.6.0'
    blocked:
      - "2.5.0" # crash at start
      # loses orders
      - ">=2.5.3 <2.5.5"
      - "2.5.9"
  android: { minimum: "2.0.0", blocked: ["2.1.0", "2.2.0"] } # one line
  web:
    store: none # no store
    minimum: "1.0.0"

instances:
${instances.join("")}
windows:
${windows.join("")}# The end.
`;

/** Command lines of edits that the console has too; `#` is a number. */
const edits: readonly string[] = [
  'project set -p acme --name "Acme #"',
  "project set -p acme --ttl #s",
  "project set -p acme --store-apple https://apps.apple.com/app/id#",
  "project set -p acme --language en --language fr",
  "project set -p acme --language en --language de --language it",
  'project set -p acme --message-maintenance "en=Back in # minutes: wait."',
  'project set -p acme --title-upgrade "en=Update #."',
  "project set -p acme --lock-out-limit 5#",
  "policy set -p acme --platform ios --minimum 2.4.#",
  "policy set -p acme --platform ios --block 2.3.#",
  "policy set -p acme --platform ios --unblock 2.5.0",
  "policy set -p acme --platform ios --unblock 2.5.9",
  "policy set -p acme --platform ios --no-recommended",
  "policy set -p acme --platform android --block 2.1.#",
  "policy set -p acme --platform android --unblock 2.2.0",
  "policy set -p acme --platform web --recommended 3.0.#",
  'instance set eu-0 -p acme --name "Center #"',
  'instance set eu-2 -p acme --name "Center: #"',
  "instance set eu-4 -p acme --reminder 2#m",
  "instance set eu-4 -p acme --no-reminder",
  "instance delete eu-2# -p acme",
];

test("20 random edits elsewhere come into a file with comments, each on two lines at most, and plan then finds none", async (t) => {
  const { run } = await startCommandFixture(t);
  const directory = directories();
  mkdirSync(directory, { recursive: true });
  const file = join(directory, "acme.yaml");
  writeFileSync(file, commentedManifest);
  assert.ok(commentedManifest.split("\n").length >= 200);
  const first = await run(`apply -f ${file} --yes`);
  assert.equal(first.code, 0, first.err);
  assert.equal((await run(`pull -f ${file}`)).code, 0);
  const random = randomFrom(runSeed);
  for (let done = 0; done < 20; ) {
    const edit = edits[Math.floor(random() * edits.length)] ?? "";
    const before = readFileSync(file, "utf8");
    const { code, out } = await run(`${edit.replaceAll("#", String(1 + Math.floor(random() * 5)))} --yes`);
    if (code !== 0 || /No changes/.test(out)) continue;
    done++;
    const pulled = await run(`pull -f ${file}`);
    const after = readFileSync(file, "utf8");
    assert.equal(pulled.code, 0, `${edit}\n${pulled.err}`);
    const lines = changedLines(before, after).filter((line) => !/Exported state/.test(line));
    // A deleted instance goes with its lines and its comment.
    const most = edit.startsWith("instance delete") ? 3 : 2;
    for (const sign of ["-", "+"])
      assert.ok(lines.filter((line) => line.startsWith(sign)).length <= most, `${edit}\n${lines.join("\n")}`);
    const removed = /delete|--unblock/.test(edit) ? changedLines(before, after).join("\n") : "";
    for (const comment of before.match(/#(?! Exported)(?= ).*/g) ?? [])
      assert.ok(after.includes(comment) || removed.includes(comment), `${edit}: ${comment}`);
    const planned = await run(`plan -f ${file} --exit-code`);
    assert.equal(planned.code, 0, `${edit}\n${planned.out}${planned.err}`);
  }
});
