import type { Instance } from "../project/instance.ts";
import { soleId } from "../project/project-state.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import type { NameTable } from "../wire/history.ts";

export interface Reader {
  readonly zone: string;
  /** Epoch ms. */
  readonly now: number;
  readonly names: Names;
}

/** An id without a name is its own. */
export interface Names {
  platform(id: string): string;
  window(id: string): string;
  instance(id: string): string;
  key(id: string): string;
  person(id: string): string;
}

const platformNames: Readonly<Record<string, string>> = { ios: "iOS", android: "Android", huawei: "Huawei" };

/** Built-in platforms have names without the table. */
export function namesIn(table: NameTable): Names {
  const find = (kind: keyof Names) => (id: string) => own(table[kind], id) ?? id;
  return {
    platform: (id) => own(table.platform, id) ?? own(platformNames, id) ?? id,
    window: find("window"),
    instance: find("instance"),
    key: find("key"),
    person: find("person"),
  };
}

/** A state is one. */
export interface NamedResources {
  readonly id: string;
  readonly project: Lookup<{ readonly name: string }>;
  readonly platform: Lookup<{ readonly name: string | null }>;
  readonly window: Lookup<Pick<MaintenanceWindow, "title" | "origin" | "platforms" | "instances">>;
  readonly instance: Lookup<{ readonly name: Instance["name"] }>;
  readonly read_key: Lookup<{ readonly name: string }>;
  readonly token: Lookup<{ readonly name: string }>;
}

interface Lookup<T> {
  get(id: string): { readonly value: T } | undefined;
}

/** @param people names by id of a person or a token @param before names deleted resources */
export function namesOf(
  present: NamedResources,
  people: Readonly<Record<string, string>> = {},
  before: NamedResources = present,
): Names {
  const find = <T>(map: (of: NamedResources) => Lookup<T>, id: string) =>
    map(present).get(id)?.value ?? map(before).get(id)?.value;
  const plain = namesIn({ person: people });
  const names: Names = {
    ...plain,
    instance: (id) => plainName(find(({ instance }) => instance, id)?.name) || id,
    key: (id) => (find(({ read_key }) => read_key, id) ?? find(({ token }) => token, id))?.name ?? id,
    platform: (id) => find(({ platform }) => platform, id)?.name ?? plain.platform(id),
    window(id) {
      const window = find((of) => of.window, id);
      if (window?.title) return window.title;
      return window?.origin === "hand" ? `Maintenance of ${describeScope(window, names, projectName(present, before))}` : id;
    },
  };
  return names;
}

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

export function plainName(name: string | Readonly<Record<string, string>> | undefined): string {
  if (typeof name !== "object") return name ?? "";
  return own(name, "en") ?? Object.values(name)[0] ?? "";
}

export function projectName(present: NamedResources, before = present): string {
  return present.project.get(soleId)?.value.name || before.project.get(soleId)?.value.name || present.id;
}

function own(table: Readonly<Record<string, string>> | undefined, id: string): string | undefined {
  return table !== undefined && Object.hasOwn(table, id) ? table[id] : undefined;
}

const serverActors: Readonly<Record<string, string>> = { environment: "Setup token", system: "Drawbridge" };

/** @param name null means erased or unnamed */
export function describeActor(actor: string, name: string | null): string {
  if (name !== null) return name;
  if (Object.hasOwn(serverActors, actor)) return serverActors[actor] ?? actor;
  return actor.startsWith("u_") ? "Erased user" : actor;
}
