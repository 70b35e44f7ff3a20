import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import fc from "fast-check";
import { formWith, overrideEdit, stateFrom, windowEdit } from "../../../test/example-project.ts";
import { committedAt, feedAt, withRevisions } from "../../../test/feed-of-state.ts";
import { readXml, type XmlElement } from "../../../test/read-xml.ts";
import { printAtom } from "./atom.ts";

const form = formWith({ name: "Acme Shop", instances: { "eu 1/é": { name: "Europe" } } });
const now = "2026-12-05T12:00:00Z";
const epoch = "8f2c0e1b6a7d4c35";
const weekly = windowEdit("weekly", { start: "2026-11-01T02:00", duration: "PT2H", repeat: "FREQ=WEEKLY;BYDAY=SU" });

async function atomOf(state: ProjectState, at: string = now, instance: string | null = null): Promise<XmlElement> {
  return readXml(printAtom(await feedAt(state, at, instance), epoch, Date.parse(at)));
}

function stateOf(edits: readonly Edit[], revisions: Readonly<Record<string, number>> = {}): ProjectState {
  return withRevisions(stateFrom(form, ...edits), revisions);
}

function all(parent: XmlElement, name: string): XmlElement[] {
  return parent.children.filter((child) => child.name === name);
}

function textOf(parent: XmlElement, name: string): string {
  const [only, ...others] = all(parent, name);
  assert.ok(only && others.length === 0, `one ${name}`);
  return only.text;
}

test("a feed has what RFC 4287 asks of a feed and of an entry, each once", async () => {
  const feed = await atomOf(stateOf([weekly], { weekly: 5 }));
  assert.deepEqual([feed.name, feed.attributes.xmlns], ["feed", "http://www.w3.org/2005/Atom"]);
  assert.equal(textOf(feed, "id"), `urn:drawbridge:${epoch}:acme-shop`);
  assert.equal(textOf(feed, "title"), "Acme Shop");
  assert.equal(textOf(feed, "updated"), new Date(committedAt(5)).toISOString());
  assert.equal(textOf(all(feed, "author")[0] ?? feed, "name"), "Acme Shop");
  const [entry] = all(feed, "entry");
  assert.ok(entry);
  assert.equal(textOf(entry, "id"), `urn:drawbridge:${epoch}:acme-shop:weekly/2026-12-06T02:00:5`);
  assert.match(textOf(entry, "title"), /^Acme Shop: weekly, Sun, Dec 6, 2026, 02:00 AM UTC$/);
  assert.equal(textOf(entry, "updated"), new Date(committedAt(5)).toISOString());
  assert.match(textOf(entry, "content"), /\n\nCovers: all of Acme Shop\n/);
});

test("a feed lists the next four occurrences of a rule, the active one, and all changed by hand", async () => {
  const extended = overrideEdit("weekly", "2026-11-29T02:00", { end: Date.parse("2026-11-29T06:00:00Z") });
  const cancelled = overrideEdit("weekly", "2027-03-07T02:00", { cancelled: true });
  const state = stateOf([weekly, extended, cancelled], { weekly: 5, "weekly/2026-11-29T02:00": 9, "weekly/2027-03-07T02:00": 7 });
  const days = async (at: string) =>
    all(await atomOf(state, at), "entry").map((entry) => /weekly\/(.{10})/.exec(textOf(entry, "id"))?.[1]);
  assert.deepEqual(await days(now), ["2026-11-29", "2027-03-07", "2026-12-06", "2026-12-13", "2026-12-20", "2026-12-27"]);
  assert.deepEqual(await days("2026-12-06T03:00:00Z"), [
    "2026-11-29",
    "2027-03-07",
    "2026-12-06",
    "2026-12-13",
    "2026-12-20",
    "2026-12-27",
    "2027-01-03",
  ]);
});

test("a change of an occurrence is an entry of its own, with a later time; the others are those that they were", async () => {
  const cancelled = overrideEdit("weekly", "2026-12-06T02:00", { cancelled: true });
  const before = await atomOf(stateOf([weekly], { weekly: 5 }));
  const after = await atomOf(stateOf([weekly, cancelled], { weekly: 5, "weekly/2026-12-06T02:00": 8 }));
  const ids = (feed: XmlElement) => all(feed, "entry").map((entry) => textOf(entry, "id").replace(/^.*:acme-shop:/, ""));
  const isNew = (id: string) => !ids(before).includes(id);
  // The canceled occurrence is no longer among the next four.
  assert.deepEqual(ids(after).filter(isNew), ["weekly/2026-12-06T02:00:8", "weekly/2027-01-03T02:00:5"]);
  const [entry] = all(after, "entry");
  assert.ok(entry);
  assert.equal(textOf(entry, "updated"), new Date(committedAt(8)).toISOString());
  assert.equal(all(entry, "category")[0]?.attributes.term, "cancelled");
});

test("every entry has an id of its own that is a URI", async () => {
  const feed = await atomOf(stateOf([weekly]), now, "eu 1/é");
  const ids = [feed, ...all(feed, "entry")].map((element) => textOf(element, "id"));
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) {
    assert.match(id, /^urn:drawbridge:[a-z0-9]+:acme-shop:eu%201%2F%C3%A9/);
    assert.ok(URL.canParse(id), id);
  }
});

test("a feed does not contain the token in its address", async () => {
  const feed = await atomOf(stateOf([weekly]));
  assert.deepEqual(
    all(feed, "link").map(({ attributes }) => attributes.href),
    ["maintenance.atom", "calendar.ics"],
  );
});

test("a feed without occurrences is a feed", async () => {
  const feed = await atomOf(stateOf([]));
  assert.equal(all(feed, "entry").length, 0);
  assert.equal(textOf(feed, "updated"), "1970-01-01T00:00:00.000Z");
});

const payloads = [
  "<script>alert(1)</script>",
  "]]></content></entry><entry>",
  "&amp; &#60; &lt; & ;",
  "\"double\" 'single'",
  "<!-- --> <![CDATA[ ]]> <?xml?>",
  "null\u0000 escape\u001b not a character\uffff half\ud83d",
];

for (const payload of payloads) {
  test(`the text ${JSON.stringify(payload)} is text wherever it stands`, async () => {
    const state = stateOf([weekly]);
    const project = state.project.get("");
    assert.ok(project);
    const named = { ...state, project: ResourceMap.of([["", { ...project, value: { ...project.value, name: payload } }]]) };
    const feed = await atomOf(named);
    const kept = payload.toWellFormed().replace(/\p{Cc}|\uffff/gu, "");
    assert.equal(textOf(feed, "title"), kept);
    assert.equal(all(feed, "entry").length, 4);
    assert.ok(textOf(all(feed, "entry")[0] ?? feed, "content").includes(`Covers: all of ${kept}\n`));
  });
}

test("whatever the name of the project, the feed is well-formed", async () => {
  const state = stateOf([weekly]);
  const project = state.project.get("");
  assert.ok(project);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (name) => {
      const feed = await atomOf({ ...state, project: ResourceMap.of([["", { ...project, value: { ...project.value, name } }]]) });
      assert.equal(all(feed, "entry").length, 4);
    }),
    { numRuns: 300 },
  );
});
