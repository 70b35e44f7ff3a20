import { splitPath } from "../values/fields.ts";
import type { Steps } from "../values/steps.ts";
import type { CommittedChange, NameTable } from "../wire/history.ts";
import type { Difference } from "../wire/problem.ts";
import { listOf } from "./member-words.ts";
import { type NamedResources, type Names, namesIn } from "./reader.ts";

export type NamedId = readonly [kind: keyof Names, id: string];

/** Only names that differ from what a client would show without the table. */
export function* nameTableSteps(ids: Iterable<NamedId>, names: Names): Steps<NameTable> {
  const table: Record<string, Record<string, string>> = {};
  const plain = namesIn({});
  for (const [kind, id] of ids) {
    yield;
    const name = names[kind](id);
    if (name === plain[kind](id)) continue;
    table[kind] ??= Object.create(null) as Record<string, string>;
    table[kind][id] = name;
  }
  return table;
}

const roots: Readonly<Record<string, keyof Names>> = { platforms: "platform", instances: "instance", windows: "window" };

export function* idsInDifferences(differences: readonly Difference[]): Generator<NamedId, undefined> {
  for (const { path, before, after } of differences) {
    const [root = "", id, member = ""] = splitPath(path);
    const kind = Object.hasOwn(roots, root) ? roots[root] : undefined;
    if (kind === undefined || id === undefined) continue;
    yield [kind, id];
    if (kind === "window") yield* idsInScope({ [member]: [...listOf(before), ...listOf(after)] });
  }
}

export function* idsInChange({ kind, id, before, after }: CommittedChange): Generator<NamedId, undefined> {
  if (kind === "platform" || kind === "instance" || kind === "window") yield [kind, id];
  if (kind === "grant") yield ["person", id];
  for (const fields of [before, after]) {
    if (kind === "window") yield* idsInScope(fields);
    if (kind === "override") yield ["window", String(fields?.window ?? "")];
  }
}

export function* idsInScope(
  window: { readonly platforms?: unknown; readonly instances?: unknown } | null,
): Generator<NamedId, undefined> {
  for (const id of listOf(window?.platforms)) yield ["platform", String(id)];
  for (const id of listOf(window?.instances)) yield ["instance", String(id)];
}

/** Names resources that were deleted since. */
export function resourcesIn(project: string, changes: Iterable<CommittedChange>): NamedResources {
  const found = new Map<string, { readonly value: never }>();
  for (const { kind, id, before, after } of changes) {
    const { platforms = null, instances = null, title = null, name = null, ...form } = after ?? before ?? {};
    const key = `${kind} ${id}`;
    if (!found.has(key)) found.set(key, { value: { ...form, platforms, instances, title, name } as never });
  }
  const lookup = (kind: string) => ({ get: (id: string) => found.get(`${kind} ${id}`) });
  return {
    id: project,
    project: lookup("project"),
    platform: lookup("platform"),
    window: lookup("window"),
    instance: lookup("instance"),
    read_key: lookup("read_key"),
    token: lookup("token"),
  };
}
