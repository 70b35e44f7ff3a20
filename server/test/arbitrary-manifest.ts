/** Whole manifests and states for property tests: from few names, so that they collide, and many of them tricky. */

import { applyEdits } from "drawbridge-rules/changes/edit.ts";
import { type Manifest, manifestEdits } from "drawbridge-rules/changes/manifest.ts";
import type { Override } from "drawbridge-rules/occurrence/occurrence.ts";
import type { Instance } from "drawbridge-rules/project/instance.ts";
import type { Project } from "drawbridge-rules/project/project.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import type { LocalizedText } from "drawbridge-rules/texts/language.ts";
import { compareVersions } from "drawbridge-rules/versions/app-version.ts";
import type { Platform } from "drawbridge-rules/versions/platform-schema.ts";
import type { StoreLinks } from "drawbridge-rules/versions/store-link-schema.ts";
import type { PolicyStep, VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { MaintenanceWindow, WindowOrigin } from "drawbridge-rules/windows/maintenance-window.ts";
import fc from "fast-check";
import { entryText, versionOf, versionText } from "./arbitrary-version.ts";
import { emptyState, exampleInstance, keyEdit } from "./example-project.ts";
import { placeholderProblems } from "./finished-steps.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const platformNames = ["ios", "android", "huawei", "constructor", "web"];
const instanceIds = ["eu-1", "__proto__", "constructor", "toString", "10", "2", "a", "a.name", "eu.acme.com", 'q"uote', "Ünïx 1"];
const windowIds = ["db-upgrade", "constructor", "7", "w", "move"];
const languages = ["en", "de", "pt-BR", "zh-Hant"];

/** Creates objects with the usual prototype, unlike fast-check by default. */
function record<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record<T>(model, { noNullPrototype: true });
}

const name = fc.constantFrom("Acme", "Acme Shop", "ショップ", "null", "2.10", " x ");
const link = fc.option(fc.constantFrom("https://example.com/a", "market://details?id=a"), { nil: null });
const links: fc.Arbitrary<StoreLinks> = record({ android: link, apple: link });
const lead = fc.option(
  fc.integer({ min: 0, max: 30 * 24 * 3_600 }).map((seconds) => seconds * SECOND),
  { nil: null },
);

function textOf(...texts: readonly string[]): fc.Arbitrary<LocalizedText | null> {
  const map = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...languages), fc.constantFrom("Plain.", "{{ {project_name}", "2.10", ...texts)), {
      minLength: 1,
      maxLength: 3,
      selector: ([language]) => language,
    })
    .map((pairs) => Object.fromEntries(pairs));
  return fc.option(map, { nil: null });
}

const project: fc.Arbitrary<Project> = record({
  name,
  languages: fc.uniqueArray(fc.constantFrom(...languages), { minLength: 1 }),
  ttl: fc.integer({ min: 0, max: 3_600 }).map((seconds) => seconds * SECOND),
  reminder: lead.map((ms) => ms ?? HOUR),
  noWindow: fc.constantFrom("epoch", "null"),
  lockOutLimit: fc.integer({ min: 0, max: 100 }),
  stores: links,
  messages: record({
    upgrade: textOf("{minimum_version}", "{current_version}", "{update_to}"),
    unsupported: textOf("{current_version}"),
    maintenance: textOf("{start_time} {end_time}"),
    recommended: textOf("{recommended_version}", "{update_to}"),
    announced: textOf("{start_time} {end_time}"),
    default: textOf("", "{recommended_version}"),
  }),
  titles: record({
    upgrade: textOf("{update_to}"),
    unsupported: textOf("{project_name}"),
    maintenance: textOf("{end_time}"),
    recommended: textOf("{recommended_version}"),
    announced: textOf("{start_time}"),
  }),
});

const bound = fc.option(versionText, { nil: null });
const entries = fc.uniqueArray(entryText, { maxLength: 3 });

const releases = fc.uniqueArray(
  fc
    .tuple(
      record({
        version: versionText,
        date: fc.option(fc.constantFrom("2026-11-16", "2027-02-28"), { nil: null }),
        notes: fc.option(fc.constantFrom("Faster checkout", "2.10", "null"), { nil: null }),
      }),
      fc.constantFrom(undefined, "34", "17.10"),
    )
    .map(([release, requires_os]) => (requires_os === undefined ? release : { ...release, requires_os })),
  {
    minLength: 1,
    maxLength: 3,
    comparator: (one, other) => compareVersions(versionOf(one.version), versionOf(other.version)) === 0,
  },
);

/** Within two days, as the windows are. */
const step: fc.Arbitrary<PolicyStep> = record({
  at: fc.constantFrom("2026-12-05T00:00", "2026-12-06T02:30", "2026-12-06T23:59:59"),
  zone: fc.constantFrom("UTC", "Europe/Rome", "America/New_York"),
  minimum: bound,
  recommended: bound,
}).map((one) => (one.minimum === null && one.recommended === null ? { ...one, minimum: "2.6" } : one));

const policy: fc.Arbitrary<VersionPolicy> = fc
  .tuple(
    record({ minimum: bound, recommended: bound, blocked: entries, exempt: entries }),
    fc.option(releases, { freq: 1 }),
    fc.option(step, { freq: 1 }),
  )
  .map(([rules, listed, dated]) => ({ ...rules, ...(listed && { releases: listed }), ...(dated && { step: dated }) }));

function platformOf(id: string): fc.Arbitrary<Platform> {
  const stores = ["android", "apple", "none"] as const;
  return record({
    name: fc.option(name, { nil: null }),
    store: id === "ios" ? fc.constantFrom("apple", ...stores) : fc.constantFrom(...stores),
    stores: links,
    messages: record({
      upgrade: textOf("{minimum_version}", "{update_to}"),
      unsupported: textOf("{minimum_version}"),
      maintenance: textOf("{end_time}"),
      recommended: textOf("{recommended_version}"),
      announced: textOf("{start_time}"),
      default: textOf("", "{recommended_version}"),
    }),
    policy,
  });
}

const instance: fc.Arbitrary<Instance> = record({
  name: fc.oneof(
    name,
    textOf().map((texts) => texts ?? "Acme"),
  ),
  reminder: lead,
}).map(exampleInstance);

const pad = (value: number) => String(value).padStart(2, "0");
/** Within two days, so that windows overlap each other and the clock. */
const wall = fc
  .record({ day: fc.integer({ min: 5, max: 6 }), hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom(0, 1, 30) })
  .map(({ day, hour, minute }) => `2026-12-${pad(day)}T${pad(hour)}:${pad(minute)}`);

export const schedule = fc
  .record({
    start: wall,
    zone: fc.constantFrom("UTC", "Europe/Rome", "America/New_York"),
    duration: fc.constantFrom(1, 60, 3_600, 7_200, 86_400).map((seconds) => seconds * SECOND),
    end: fc.option(wall, { nil: null }),
    reminder: lead,
    overrun: fc.constantFrom("end" as const, "hold" as const),
    // All shorter than two days, so that none touches the next.
    rule: fc.constantFrom(null, null, "FREQ=WEEKLY", "FREQ=WEEKLY;COUNT=3", "FREQ=MONTHLY"),
    left: fc.constantFrom([], ["2026-12-05"], ["2026-12-12", "2026-12-13"]),
  })
  .map(({ rule, left, ...times }) => ({ ...times, repeat: rule, except: rule === null ? [] : left }))
  .map((times) => (times.end !== null && times.end > times.start ? { ...times, duration: null } : { ...times, end: null }));

/** An instant at which such windows are upcoming, in force or over; epoch ms. */
export const instant = fc
  .integer({ min: -20 * 60, max: 75 * 60 })
  .map((minutes) => Date.UTC(2026, 11, 5) + minutes * 60 * SECOND);

function someOf(names: readonly string[]): fc.Arbitrary<readonly string[] | null> {
  if (names.length === 0) return fc.constant(null);
  return fc.option(fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }), { nil: null });
}

function windowOf(
  platforms: readonly string[],
  instances: readonly string[],
  origin: WindowOrigin,
): fc.Arbitrary<MaintenanceWindow> {
  return fc
    .record({
      title: fc.option(name, { nil: null }),
      times: schedule,
      platforms: someOf(platforms),
      instances: someOf(instances),
      message: textOf("{end_time}"),
    })
    .map(({ title, times, message, ...scope }) => ({
      title,
      platforms: scope.platforms,
      instances: scope.platforms ? null : scope.instances,
      ...times,
      message,
      origin,
    }));
}

function mapOf<T>(ids: readonly string[], value: (id: string) => fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc
    .uniqueArray(fc.constantFrom(...ids), { maxLength: 4 })
    .chain((chosen) => fc.tuple(...chosen.map((id) => value(id).map((one) => [id, one] as const))))
    .map((pairs) => {
      const map: Record<string, T> = Object.create(null);
      for (const [id, one] of pairs) map[id] = one;
      return map;
    });
}

export const arbitraryManifest: fc.Arbitrary<Manifest> = fc
  .tuple(
    project,
    mapOf(platformNames, platformOf),
    mapOf(instanceIds, () => instance),
  )
  .chain(([header, platforms, instances]) =>
    mapOf(windowIds, () => windowOf(["ios", "android", ...Object.keys(platforms)], Object.keys(instances), "manifest")).map(
      (windows) => ({ project: emptyState.id, header, platforms, instances, windows }),
    ),
  )
  .filter((manifest) => placeholderProblems(manifest).length === 0);

export function overrideOf(window: string, occurrence: string): fc.Arbitrary<Override> {
  const at = fc.option(instant, { nil: null });
  return record({
    window: fc.constant(window),
    occurrence: fc.constant(occurrence),
    start: at,
    end: at,
    canceled: fc.boolean(),
    completed: fc.boolean(),
    byHand: fc.boolean(),
    kept: fc.constant(null),
  });
}

/** An applied manifest, and later changes by operators: windows, overrides, keys. */
export const arbitraryState: fc.Arbitrary<ProjectState> = arbitraryManifest.chain((manifest) => {
  const others = fc.tuple(
    mapOf(windowIds, () => windowOf(["ios"], Object.keys(manifest.instances), "api")),
    mapOf(windowIds, () => windowOf(["ios"], Object.keys(manifest.instances), "hand")),
  );
  return others.chain(([api, hand]) => {
    const windows = { ...manifest.windows, ...api, ...hand };
    return fc
      .tuple(...Object.entries(windows).map(([id, { start }]) => fc.option(overrideOf(id, start), { nil: null })))
      .map((overrides) =>
        applyEdits(applyEdits(emptyState, manifestEdits(emptyState, manifest)), [
          ...Object.entries(windows).map(([id, value]): Edit => ({ kind: "window", id, value })),
          ...overrides.flatMap((value): Edit[] =>
            value ? [{ kind: "override", id: `${value.window}/${value.occurrence}`, value }] : [],
          ),
          keyEdit("k1", { platforms: ["ios"] }),
        ]),
      );
  });
});
