/** The reader of a sentence: the names of resources, and times on the clock of its zone. The reader's own year and day are left out. */
import type { Instance } from "../project/instance.ts";
import { soleId } from "../project/project-state.ts";
import { durationParts } from "../values/duration.ts";
import { instantToWall, wallMs } from "../values/wall-time.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import type { NameTable } from "../wire/history.ts";

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

const platformNames: Readonly<Record<string, string>> = { ios: "iOS", android: "Android", huawei: "Huawei" };

/** Returns names from a table; built-in platforms have theirs without it. */
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

/** Resources that have names; a state is one. */
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

/** @param people names by id of a person or a token @param before names of resources that no longer exist */
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

export type Clock = Pick<Reader, "zone" | "now">;

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `21:17` of the reader's day, else `Tue 1 Dec 02:00`. @param at epoch ms or RFC 3339 */
export function formatInstant(at: number | string, { zone, now }: Clock): string {
  return formatWall(wallAt(at, zone), wallAt(now, zone));
}

/** `Tue 1 Dec 02:00 (Rome)`, always with the day. */
export function formatZonedInstant(at: number | string, { zone, now }: Clock): string {
  return `${formatDayAndTime(wallAt(at, zone), wallAt(now, zone))} (${formatZone(zone)})`;
}

/** `Tue 1 Dec 02:00–04:00 (Rome)`, `Tue 1 Dec 22:00 – Wed 2 Dec 04:00 (Rome)` */
export function formatSpan(start: number | string, end: number | string, clock: Clock): string {
  return `${formatRange(start, end, clock)} (${formatZone(clock.zone)})`;
}

/** The same without the zone, where a heading or a line names it. */
export function formatRange(start: number | string, end: number | string, { zone, now }: Clock): string {
  return formatWallRange(wallAt(start, zone), wallAt(end, zone), wallAt(now, zone));
}

/** The same for wall-clock times of one zone. */
export function formatWallRange(from: string, to: string, now: string): string {
  const rest = wallDate(from) === wallDate(to) ? `–${wallClock(to)}` : ` – ${formatDayAndTime(to, now)}`;
  return `${formatDayAndTime(from, now)}${rest}`;
}

/** `2 h 15 min`, `1 day`; fractions of a second are dropped. @param ms duration */
export function formatDuration(ms: number): string {
  const { days, hours, minutes, seconds } = durationParts(ms);
  const parts = [
    [days, days === 1 ? "day" : "days"],
    [hours, "h"],
    [minutes, "min"],
    [seconds, "s"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.join(" ") || "0 min";
}

/** City of the zone's name: `Rome` for `Europe/Rome`. */
export function formatZone(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

/** `Tue 1 Dec` for a wall-clock time or date. @param now wall-clock time whose year is left out */
export function formatWallDay(wall: string, now: string): string {
  const [year = "", month = "", day = ""] = wallDate(wall).split("-");
  const weekday = weekdays[new Date(wallMs(`${wallDate(wall)}T00:00`)).getUTCDay()];
  const date = `${weekday} ${Number(day)} ${months[Number(month) - 1]}`;
  return year === now.slice(0, now.indexOf("-", 1)) ? date : `${date} ${Number(year)}`;
}

/** `21:17` on the day of `now`, otherwise with the day. Both are wall-clock times of one zone. */
export function formatWall(wall: string, now: string): string {
  return wallDate(wall) === wallDate(now) ? wallClock(wall) : formatDayAndTime(wall, now);
}

/** `Tue 1 Dec 21:17` for wall-clock times of one zone. */
export function formatDayAndTime(wall: string, now: string): string {
  return `${formatWallDay(wall, now)} ${wallClock(wall)}`;
}

/** `02:00` of a wall-clock time. */
export function wallClock(wall: string): string {
  const at = wall.indexOf("T");
  return wall.slice(at + 1, at + 6);
}

function wallDate(wall: string): string {
  const at = wall.indexOf("T");
  return at < 0 ? wall : wall.slice(0, at);
}

/** Wall-clock time at the instant, to the second. */
export function wallAt(at: number | string, zone: string): string {
  return instantToWall(typeof at === "number" ? Math.floor(at) : Date.parse(at), zone);
}

/** The author of a change, as a name. */
const serverActors: Readonly<Record<string, string>> = { environment: "Setup token", system: "Drawbridge" };

/** @param name current name of the person or token; null means erased, or never named */
export function describeActor(actor: string, name: string | null): string {
  if (name !== null) return name;
  if (Object.hasOwn(serverActors, actor)) return serverActors[actor] ?? actor;
  return actor.startsWith("u_") ? "Erased user" : actor;
}
