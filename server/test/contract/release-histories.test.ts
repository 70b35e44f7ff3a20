/** Real data: every release of eight real apps asks `/config`, and exactly those below the minimum must update. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { config, type ManifestForm, type ReadServer, startReadServer } from "../read-server.ts";

const root = new URL("../../../", import.meta.url);
const folder = fileURLToPath(new URL("examples/release-histories/", root));

interface Release {
  readonly version: string;
}

const { platform, apps } = JSON.parse(readFileSync(new URL("vectors/release-histories.json", root), "utf8")) as {
  readonly platform: string;
  readonly apps: Readonly<Record<string, readonly Release[]>>;
};

interface Example extends ManifestForm {
  readonly name: string;
  readonly platforms: Readonly<Record<string, { readonly minimum: string }>>;
}

const examples = readdirSync(folder)
  .filter((file) => file.endsWith(".yaml"))
  .map((file) => {
    const { apiVersion: _, ...form } = parse(readFileSync(`${folder}${file}`, "utf8"));
    return form as Example;
  });

interface Row {
  readonly app: string;
  readonly minimum: string;
  readonly asked: number;
  readonly forced: number;
  readonly freed: number;
}

describe("the release histories of eight real apps", () => {
  let server: ReadServer;
  before(async () => {
    server = await startReadServer({ projects: examples });
  });
  after(() => server.stop());
  const rows: Row[] = [];

  test("each has an example whose minimum is in the middle of its history", () => {
    assert.equal(Object.values(apps).flat().length, 1_553);
    assert.deepEqual(examples.map(({ name }) => squeezed(name)).sort(), Object.keys(apps).map(squeezed).sort());
    for (const form of examples) {
      const releases = releasesOf(form);
      assert.equal(minimumOf(form), releases[Math.floor(releases.length / 2)]?.version);
    }
  });

  for (const form of examples) {
    test(`every release of ${form.name} is answered, and exactly those below the minimum are forced`, async () => {
      const key = await server.addKey(form.project);
      const url = `http://127.0.0.1:${server.port}${config}?platform=${platform}&current_version=`;
      const minimum = minimumOf(form);
      let forced = 0;
      const releases = releasesOf(form);
      for (const { version } of releases) {
        const response = await fetch(url + encodeURIComponent(version), { headers: { "x-api-key": key } });
        assert.equal(response.status, 200, version);
        const { force_upgrade } = (await response.json()) as { force_upgrade: boolean };
        assert.equal(force_upgrade, isBelow(version, minimum), `${version} against ${minimum}`);
        assert.equal(response.headers.get("drawbridge-reason"), force_upgrade ? "below_minimum" : "current");
        if (force_upgrade) forced++;
      }
      assert.ok(forced > 0 && forced < releases.length);
      rows.push({ app: form.name, minimum, asked: releases.length, forced, freed: releases.length - forced });
    });
  }

  after(() => {
    const total = (key: "asked" | "forced" | "freed") => rows.reduce((sum, row) => sum + row[key], 0);
    const all = [...rows, { app: "all", minimum: "", asked: total("asked"), forced: total("forced"), freed: total("freed") }];
    for (const line of table(all)) console.log(line);
    assert.equal(total("asked"), 1_553);
  });
});

function squeezed(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function releasesOf({ name }: Example): readonly Release[] {
  const found = Object.entries(apps).find(([app]) => squeezed(app) === squeezed(name));
  assert.ok(found, name);
  return found[1];
}

function minimumOf({ platforms }: Example): string {
  const minimum = platforms[platform]?.minimum;
  assert.ok(minimum);
  return minimum;
}

/**
 * The contract's rule once more, in the plainest form, and without the code that is tested: numbers as numbers, missing
 * parts 0; a bound's pre-release and build count only where it has one.
 */
function isBelow(version: string, bound: string): boolean {
  const [a, b] = [taken(version), taken(bound)];
  for (let i = 0; i < 6; i++) {
    const difference = (a.numbers[i] ?? 0) - (b.numbers[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  if (b.pre !== "") {
    if (a.pre === "") return false;
    const order = semverOrder(a.pre, b.pre);
    if (order !== 0) return order < 0;
  }
  if (b.build === "") return false;
  return a.build === "" || semverOrder(a.build, b.build) < 0;
}

function taken(text: string): { numbers: number[]; pre: string; build: string } {
  const [whole = "", build = ""] = text.split("+");
  const numbers = /^v?([0-9]+(?:\.[0-9]+)*)/.exec(whole);
  assert.ok(numbers?.[1], text);
  const pre = whole.slice(numbers[0].length).replace(/^[-_]/, "");
  return { numbers: numbers[1].split(".").map(Number), pre, build };
}

/** SemVer 2.0.0 §11.4 */
function semverOrder(a: string, b: string): number {
  const [left, right] = [a.split("."), b.split(".")];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [x, y] = [left[i], right[i]];
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const [isNumberX, isNumberY] = [/^[0-9]+$/.test(x), /^[0-9]+$/.test(y)];
    if (isNumberX !== isNumberY) return isNumberX ? -1 : 1;
    const order = isNumberX ? Math.sign(Number(x) - Number(y)) : x === y ? 0 : x < y ? -1 : 1;
    if (order !== 0) return order;
  }
  return 0;
}

function table(rows: readonly Row[]): string[] {
  const columns = ["app", "minimum", "asked", "forced", "freed"] as const;
  const cells = [
    columns.map((name) => (name === "asked" ? "releases asked" : name)),
    ...rows.map((row) => columns.map((name) => String(row[name]))),
  ];
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  return cells.map((row) =>
    row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
  );
}
