/** Pairs of an edit and a proposal, with what becomes of the second after the first, found by another way than that of the rules. */
import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import fc from "fast-check";
import { exampleForm, type Form } from "./example-project.ts";

export interface Change {
  readonly document: Form;
}

interface Pair {
  readonly base: Change;
  readonly edit: Change;
  readonly proposal: Change;
  /** The edit, then the proposal. */
  readonly both: Change;
  /** Paths that make the proposal out of date, sorted. */
  readonly members: readonly string[];
}

/** A value of each member by its path; an absent member has none. */
type Values = Readonly<Record<string, unknown>>;

/** Values that a change can give a member; undefined means it removes it. Each combination is a valid project. */
const members: Readonly<Record<string, readonly unknown[]>> = {
  name: ["Acme", "Acme Stores"],
  ttl: ["PT10S", "PT1M"],
  languages: [
    ["en", "de"],
    ["en", "it", "de"],
  ],
  // Without a link, a guard refuses a minimum.
  "stores.apple": ["https://apps.apple.com/app/id2", "https://apps.apple.com/app/id3"],
  "messages.upgrade.en": ["Update.", "Update now."],
  "messages.upgrade.de": ["Neu.", undefined],
  "messages.maintenance.it": ["Torniamo presto.", "Torniamo."],
  "platforms.ios.minimum": ["2.5.0", "2.6.0", undefined],
  "platforms.ios.recommended": ["2.7.0", undefined],
  "platforms.ios.blocked": [["2.5.0"], ["2.5.1"], undefined],
  "platforms.ios.messages.upgrade.en": ["For iOS.", "For iPhones."],
  "platforms.android.minimum": ["2.5.0", "2.6.0"],
  "platforms.android.step.minimum": ["2.9.0", "3.0.0"],
  "platforms.huawei.minimum": ["2.5.0", "2.6.0"],
  "platforms.huawei.recommended": ["2.7.0"],
  "instances.eu-1.name": ["Europe", "EU"],
  "instances.eu-1.reminder": ["PT2H", undefined],
  "instances.us-1.name.de": ["USA", undefined],
  "windows.db-upgrade.duration": ["PT1H", "PT3H"],
  "windows.db-upgrade.reminder": ["PT2H", undefined],
  "windows.db-upgrade.message.en": ["Soon.", "Later."],
  "windows.db-upgrade.start": ["2026-12-07T02:00", "2026-12-08T02:00"],
  "windows.db-upgrade.zone": ["UTC", "Asia/Tokyo"],
  "windows.db-upgrade.instances": [["us-1"], ["eu-1", "us-1"]],
};

/** Resources that a change can create or delete as a whole. */
const resources: Readonly<Record<string, readonly Form[]>> = {
  "instances.eu-9": [{ name: "Nine" }, { name: "Nine", reminder: "PT2H" }],
  "platforms.huawei": [],
  "windows.later": [
    { start: "2027-01-06T02:00", duration: "PT2H" },
    { start: "2027-01-06T03:00", duration: "PT2H" },
  ],
};

const baseValues: Values = {
  ...flatten(exampleForm, ""),
  ...flatten({ at: "2027-03-01T09:00", minimum: "2.8.0" }, "platforms.android.step"),
  // Without placeholders, which need the members that a change can remove.
  ...flatten({ en: "Please update.", de: "Bitte aktualisieren." }, "messages.upgrade"),
};

function flatten(value: unknown, path: string): Values {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { [path]: value };
  return Object.assign({}, ...Object.entries(value).map(([key, inner]) => flatten(inner, path === "" ? key : `${path}.${key}`)));
}

/** `platforms.ios.minimum` → `{ platforms: { ios: { minimum } } }` */
function documentOf(values: Values): Form {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return present.reduce<Form>((document, [path, value]) => setValueAt(document, path.split("."), value), {});
}

const memberChange = fc
  .constantFrom(...Object.keys(members))
  .chain((path) => fc.constantFrom(...(members[path] ?? [])).map((value): Values => ({ [path]: value })));

const resourceChange = fc.constantFrom(...Object.keys(resources)).chain((root) => {
  const inside = Object.keys(baseValues).filter((path) => path.startsWith(`${root}.`));
  const own = Object.keys(members).filter((path) => path.startsWith(`${root}.`));
  const deleted = Object.fromEntries([...inside, ...own].map((path) => [path, undefined]));
  return fc.constantFrom(...(resources[root] ?? []).map((form) => flatten(form, root)), ...(inside.length > 0 ? [deleted] : []));
});

const change = fc
  .tuple(fc.array(memberChange, { minLength: 1, maxLength: 4 }), fc.array(resourceChange, { maxLength: 1 }))
  // A resource is deleted last, so that it is deleted as a whole.
  .map((parts): Values => withoutSame(Object.assign({}, ...parts.flat())));

function withoutSame(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([path, value]) => !isSame(value, baseValues[path])));
}

export const pairOfChanges: fc.Arbitrary<Pair> = fc.tuple(change, change).map(([edit, proposal]) => ({
  base: { document: documentOf(baseValues) },
  edit: { document: documentOf({ ...baseValues, ...edit }) },
  proposal: { document: documentOf({ ...baseValues, ...proposal }) },
  both: { document: documentOf({ ...baseValues, ...edit, ...proposal }) },
  members: outdated(edit, proposal).sort(),
}));

const [start, zone] = ["windows.db-upgrade.start", "windows.db-upgrade.zone"];

function outdated(edit: Values, proposal: Values): string[] {
  const both = Object.keys(edit).filter((path) => path in proposal || isBoundTo(path, edit, proposal));
  const ofDeleted = Object.keys(proposal).filter((path) => isWhole(path, edit) && isDeleted(path, edit));
  return [...new Set([...both, ...ofDeleted])].filter((path) => !isSame(valueIn(edit, path), valueIn(proposal, path)));
}

/** Members that only the edit changes, and that belong to what the proposal changes. */
function isBoundTo(path: string, edit: Values, proposal: Values): boolean {
  // A clock time belongs to its zone.
  if (path === zone) return start in proposal;
  if (path === start) return zone in proposal && !(zone in edit);
  // A whole resource has all its members.
  return isWhole(path, proposal);
}

/** Returns whether a change creates or deletes the resource of the member. */
function isWhole(path: string, values: Values): boolean {
  const root = Object.keys(resources).find((name) => path.startsWith(`${name}.`));
  if (root === undefined) return false;
  const own = Object.keys(values).filter((other) => other.startsWith(`${root}.`));
  const isCreated = own.length > 0 && !Object.keys(baseValues).some((other) => other.startsWith(`${root}.`));
  return isCreated || isDeleted(path, values);
}

function isDeleted(path: string, values: Values): boolean {
  const root = path.split(".").slice(0, 2).join(".");
  const inside = Object.keys(baseValues).filter((other) => other.startsWith(`${root}.`));
  return inside.length > 0 && inside.every((other) => other in values && values[other] === undefined);
}

function valueIn(values: Values, path: string): unknown {
  return path in values ? values[path] : baseValues[path];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
