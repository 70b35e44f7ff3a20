/** The reader of a sentence: zone and clock, and the names of resources by id. */
import { findProject, type ProjectState } from "../project/project-state.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";

export interface Reader {
  /** IANA zone. */
  readonly zone: string;
  /** Epoch ms. */
  readonly now: number;
  readonly names: Names;
}

/** Names by id. An id without a name is its own. */
export interface Names {
  platform(id: string): string;
  window(id: string): string;
  instance(id: string): string;
  key(id: string): string;
  person(id: string): string;
}

type NamedKind = keyof Names;

/** Names on the wire: only of ids that have one. */
export type NameTable = Readonly<Partial<Record<NamedKind, Readonly<Record<string, string>>>>>;

const platformNames: Readonly<Record<string, string>> = { ios: "iOS", android: "Android", huawei: "Huawei" };

/** Returns names from a table; built-in platforms have theirs without it. */
export function namesIn(table: NameTable): Names {
  const find = (kind: NamedKind) => (id: string) => own(table[kind], id) ?? id;
  return {
    platform: (id) => own(table.platform, id) ?? own(platformNames, id) ?? id,
    window: find("window"),
    instance: find("instance"),
    key: find("key"),
    person: find("person"),
  };
}

/**
 * Names of the project's resources. Where `before` is given, names of resources that the state no longer has are those of `before`.
 * @param people names by id of a person or a token
 */
export function namesOf(state: ProjectState, people: Readonly<Record<string, string>> = {}, before = state): Names {
  const find = <T>(of: (state: ProjectState) => { get(id: string): { readonly value: T } | undefined }, id: string) =>
    of(state).get(id)?.value ?? of(before).get(id)?.value;
  const plain = namesIn({ person: people });
  const names: Names = {
    ...plain,
    instance: (id) => plainName(find(({ instance }) => instance, id)?.name) || id,
    key: (id) => find(({ read_key }) => read_key, id)?.name ?? find(({ token }) => token, id)?.name ?? id,
    platform: (id) => find((each) => each.platform, id)?.name ?? plain.platform(id),
    window(id) {
      const window = find((each) => each.window, id);
      if (window?.title) return window.title;
      return window?.origin === "hand" ? `Maintenance of ${describeScope(window, names, projectName(state, before))}` : id;
    },
  };
  return names;
}

/** `Acme Europe and Acme US`, `iOS`, or the project's name. */
export function describeScope(
  { platforms, instances }: Pick<MaintenanceWindow, "platforms" | "instances">,
  names: Names,
  project: string,
): string {
  if (instances) return listNames(instances.map((id) => names.instance(id)));
  return platforms ? listNames(platforms.map((id) => names.platform(id))) : project;
}

const maxListed = 3;

/** `a`, `a and b`, `a, b and c`, `a, b and 4 more` */
export function listNames(names: readonly string[], max = maxListed): string {
  const shown = names.length > max ? names.slice(0, max - 1) : names;
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** The English name of an instance with a name in each language, or its first. */
function plainName(name: string | Readonly<Record<string, string>> | undefined): string {
  if (typeof name !== "object") return name ?? "";
  return own(name, "en") ?? Object.values(name)[0] ?? "";
}

export function projectName(state: ProjectState, before = state): string {
  return findProject(state)?.name || findProject(before)?.name || state.id;
}

function own(table: Readonly<Record<string, string>> | undefined, id: string): string | undefined {
  return table !== undefined && Object.hasOwn(table, id) ? table[id] : undefined;
}
