/** Units are compiled at first use, and again after a commit that touches them. */
import type { Override } from "drawbridge-rules/occurrence/occurrence.ts";
import type { Instance } from "drawbridge-rules/project/instance.ts";
import type { Project } from "drawbridge-rules/project/project.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { defaultMessages, defaultTitles, gateMaintenanceMessage } from "drawbridge-rules/texts/default-messages.ts";
import type { LocalizedText } from "drawbridge-rules/texts/language.ts";
import { type ScreenKind, screenKinds } from "drawbridge-rules/texts/message.ts";
import type { AppVersion } from "drawbridge-rules/versions/app-version.ts";
import { DecisionIndex } from "drawbridge-rules/versions/decision-index.ts";
import { builtInPlatforms, defaultStores, emptyPolicy } from "drawbridge-rules/versions/platform.ts";
import type { Platform } from "drawbridge-rules/versions/platform-schema.ts";
import { policyAfterStep, policyBeforeStep, stepInstant } from "drawbridge-rules/versions/policy-step.ts";
import { noLinks } from "drawbridge-rules/versions/store-link.ts";
import type { StoreLinks } from "drawbridge-rules/versions/store-link-schema.ts";
import { installableTargets, runningVersions, updateTargets } from "drawbridge-rules/versions/update-target.ts";
import {
  type CompiledPolicy,
  compilePolicy,
  type VersionDecision,
  type VersionPolicy,
} from "drawbridge-rules/versions/version-policy.ts";
import type { MaintenanceWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import type { Change } from "../../store/store.ts";
import { type CompiledMessage, compileMessage } from "./compiled-message.ts";
import { Coverage } from "./coverage.ts";

export interface CompiledHeader {
  readonly project: Project;
  readonly firstLanguage: string;
  readonly upgrade: CompiledMessage;
  readonly maintenance: CompiledMessage;
  readonly default: CompiledMessage | null;
  readonly gateMaintenance: () => CompiledMessage;
  readonly unsupported: () => CompiledMessage;
  readonly recommended: () => CompiledMessage;
  readonly announced: () => CompiledMessage;
  readonly titles: Readonly<Record<ScreenKind, () => CompiledMessage>>;
}

/** `opened` means no policy applies, because an operator keeps the project open. */
export type AppDecision = VersionDecision | { readonly forced: false; readonly rule: "opened" };

export interface CompiledPlatform {
  readonly name: string;
  /** Differs before and after the step. */
  readonly key: string;
  readonly store: Platform["store"];
  readonly stores: StoreLinks;
  /** Absent means the project's. */
  readonly messages: Readonly<Partial<Record<keyof Platform["messages"], CompiledMessage>>>;
  readonly source: VersionPolicy;
  readonly policy: CompiledPolicy;
  readonly decisions: () => { decide(version: AppVersion): AppDecision };
  /** Candidates for `{update_to}`, lowest first. */
  readonly updateTargets: () => readonly AppVersion[];
  /** Candidates that an operating system can install; without the recommended one, also those below it. */
  readonly installableTargets: (os: readonly number[]) => readonly AppVersion[];
  /** The instant from which the platform is another one, epoch ms; null means always this one. */
  readonly step: { readonly at: number; readonly after: () => CompiledPlatform } | null;
}

export interface CompiledWindow {
  readonly id: string;
  readonly window: MaintenanceWindow;
  readonly overrides: readonly Override[];
  readonly message: CompiledMessage | null;
}

export interface ReadableProject {
  readonly header: CompiledHeader | null;
  readonly instanceIds: Iterable<string>;
  readonly coverage: Pick<Coverage, "ofInstance" | "ofPlatform" | "lastOpen">;
  instance(id: string): Instance | null;
  window(id: string): Pick<CompiledWindow, "message"> | null;
}

export type Source = Pick<Change, "kind" | "id" | "schema" | "value">;

const opened: AppDecision = Object.freeze({ forced: false, rule: "opened" });
const everyVersionRuns = { decide: () => opened };

const builtIn = forScreens((kind) => compileMessage(defaultMessages[kind]));
const builtInGateMaintenance = lazy(() => compileMessage(gateMaintenanceMessage));
const builtInTitles = forScreens((kind) => compileMessage(defaultTitles[kind]));

function forScreens(compile: (kind: ScreenKind) => CompiledMessage): Readonly<Record<ScreenKind, () => CompiledMessage>> {
  const compiled = screenKinds.map((kind) => [kind, lazy(() => compile(kind))]);
  return Object.fromEntries(compiled) as Record<ScreenKind, () => CompiledMessage>;
}

export class CompiledProject {
  /** An operator keeps the project open on this machine: no version rule applies. */
  readonly isOpened: boolean;
  #header: (() => CompiledHeader) | null = null;
  readonly #platforms = new Map<string, () => CompiledPlatform>();
  readonly #instances = new Map<string, () => Instance>();
  readonly #windows = new Map<string, () => CompiledWindow>();
  /** By window, then by name. */
  readonly #overrides = new Map<string, Map<string, Override>>();
  #coverage: Coverage | null = null;

  constructor(sources: Iterable<Source>, isOpened = false) {
    this.isOpened = isOpened;
    // Overrides first: a window is compiled with its own.
    const ordered = [...sources].sort((a, b) => Number(b.kind === "override") - Number(a.kind === "override"));
    for (const source of ordered) this.put(source);
    for (const name of builtInPlatforms) if (!this.#platforms.has(name)) this.#putPlatform(name, null);
  }

  /** A null value removes the row. Other units stay as they are. */
  put(source: Source): void {
    const { kind, id, value } = source;
    if (kind === "project") this.#header = value === null ? null : lazy(() => compileHeader(storedValue("project", value)));
    else if (kind === "platform") this.#putPlatform(id, value);
    else if (kind === "instance") putUnit(this.#instances, id, value === null ? null : () => storedValue("instance", value));
    else if (kind === "window") this.#putWindow(id, value);
    else if (kind === "override") this.#putOverride(id, value);
  }

  #putPlatform(id: string, value: string | null): void {
    const isGone = value === null && !builtInPlatforms.includes(id);
    const compile = () => this.#compilePlatform(id, value === null ? null : storedValue("platform", value));
    putUnit(this.#platforms, id, isGone ? null : compile);
  }

  #compilePlatform(name: string, platform: Platform | null): CompiledPlatform {
    if (!this.isOpened) return compilePlatform(name, platform);
    const open = compilePlatform(name, platform && { ...platform, policy: emptyPolicy });
    return { ...open, decisions: () => everyVersionRuns };
  }

  #putWindow(id: string, value: string | null): void {
    this.#coverage = null;
    putUnit(this.#windows, id, value === null ? null : () => this.#compileWindow(id, storedValue("window", value)));
  }

  #putOverride(id: string, value: string | null): void {
    const slash = id.indexOf("/");
    const name = id.slice(0, slash);
    const own = this.#overrides.get(name) ?? new Map<string, Override>();
    if (value === null) own.delete(id);
    else own.set(id, storedValue("override", value));
    this.#overrides.set(name, own);
    const unit = this.#windows.get(name);
    if (!unit) return;
    this.#coverage = null;
    putUnit(this.#windows, name, () => ({ ...unit(), overrides: this.#overridesOf(name) }));
  }

  #overridesOf(window: string): Override[] {
    return [...(this.#overrides.get(window)?.values() ?? [])];
  }

  #compileWindow(id: string, window: MaintenanceWindow): CompiledWindow {
    return { id, window, overrides: this.#overridesOf(id), message: window.message ? compileMessage(window.message) : null };
  }

  get header(): CompiledHeader | null {
    return this.#header?.() ?? null;
  }

  get platformNames(): string[] {
    return [...this.#platforms.keys()].sort();
  }

  get instanceIds(): readonly string[] {
    return [...this.#instances.keys()];
  }

  /** Before its step. @param name in lower case */
  platform(name: string): CompiledPlatform | null {
    return this.#platforms.get(name)?.() ?? null;
  }

  instance(id: string): Instance | null {
    return this.#instances.get(id)?.() ?? null;
  }

  window(id: string): CompiledWindow | null {
    return this.#windows.get(id)?.() ?? null;
  }

  /** Compiles what every read needs and a change invalidated. */
  prepare(): void {
    void this.coverage;
    for (const unit of this.#platforms.values()) {
      const { decisions, step } = unit();
      decisions();
      step?.after().decisions();
    }
  }

  /** Rebuilt when a window or an override changes. */
  get coverage(): Coverage {
    this.#coverage ??= new Coverage([...this.#windows.values()].map((window) => window()));
    return this.#coverage;
  }
}

function putUnit<T>(units: Map<string, () => T>, id: string, compile: (() => T) | null): void {
  if (compile === null) units.delete(id);
  else units.set(id, lazy(compile));
}

export function compileHeader(project: Project): CompiledHeader {
  const { messages, titles } = project;
  const message = (kind: ScreenKind) => compileOr(messages[kind], builtIn[kind]);
  const maintenance = message("maintenance");
  return {
    project,
    firstLanguage: project.languages[0] ?? "en",
    upgrade: message("upgrade"),
    maintenance,
    default: messages.default ? compileMessage(messages.default) : null,
    gateMaintenance: messages.maintenance ? () => maintenance : builtInGateMaintenance,
    unsupported: lazy(() => message("unsupported")),
    recommended: lazy(() => message("recommended")),
    announced: lazy(() => message("announced")),
    titles: forScreens((kind) => compileOr(titles[kind], builtInTitles[kind])),
  };
}

function compileOr(texts: LocalizedText | null, other: () => CompiledMessage): CompiledMessage {
  return texts ? compileMessage(texts) : other();
}

function compileOwn(messages: Partial<Platform["messages"]>): CompiledPlatform["messages"] {
  const written = Object.entries(messages).flatMap(([kind, texts]) => (texts ? [[kind, compileMessage(texts)] as const] : []));
  return Object.fromEntries(written);
}

/** Before its step. */
export function compilePlatform(name: string, platform: Platform | null): CompiledPlatform {
  const links = {
    name,
    store: platform?.store ?? defaultStores.get(name) ?? "none",
    stores: platform?.stores ?? noLinks,
    messages: compileOwn(platform?.messages ?? {}),
  };
  const policy = platform?.policy ?? emptyPolicy;
  const at = stepInstant(policy);
  const after = lazy(() => ({ ...links, key: `${name}@`, ...compileRules(policyAfterStep(policy)), step: null }));
  return { ...links, key: name, ...compileRules(policyBeforeStep(policy)), step: at === null ? null : { at, after } };
}

/** @param source without a step */
function compileRules(
  source: VersionPolicy,
): Pick<CompiledPlatform, "source" | "policy" | "decisions" | "updateTargets" | "installableTargets"> {
  const policy = compilePolicy(source);
  const running = lazy(() => runningVersions(policy));
  return {
    source,
    policy,
    decisions: lazy(() => new DecisionIndex(policy)),
    updateTargets: lazy(() => updateTargets(policy, running())),
    installableTargets: (os) => installableTargets(policy, running(), os),
  };
}

/** @param platform before its step @param now epoch ms */
export function platformAt(platform: CompiledPlatform, now: number): CompiledPlatform {
  return platform.step !== null && now >= platform.step.at ? platform.step.after() : platform;
}

export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
