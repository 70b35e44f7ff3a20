import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { remembered } from "drawbridge-rules/values/remembered.ts";
import { instantToWall, parseWall } from "drawbridge-rules/values/wall-time.ts";
import { canonicalText, parseAskedVersion, parseOs, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { isStepDue, laterStepTime, stepTime } from "drawbridge-rules/versions/policy-step.ts";
import { parseVersionEntry, spellEntry } from "drawbridge-rules/versions/version-entry.ts";
import {
  type CompiledPolicy,
  compilePolicy,
  type PolicyStep,
  parsePolicy,
  type Release,
  type VersionPolicy,
} from "drawbridge-rules/versions/version-policy.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { presentOf } from "../review/edit-state.ts";
import { formatInstant, formatList, formatRelative } from "../texts/formats.ts";
import { stepTexts } from "./version-policy-texts.ts";

export const entryFields = ["blocked", "exempt"] as const;
export type EntryField = (typeof entryFields)[number];

/** `twice`: it is the same as that line, counted from 1. `spelled`: the accepted spelling of what was typed. */
export type DraftProblem =
  | { readonly kind: "version" | "entry" | "os"; readonly spelled?: string | undefined }
  | { readonly kind: "twice"; readonly line: number };

interface PolicyDraft {
  /** The valid part of it, with its step. */
  readonly policy: VersionPolicy;
  /** Its own rules, whatever its step replaces. */
  readonly rules: CompiledPolicy;
  /** Problems by displayed field: `minimum`; `blocked.2` is the third line, counting empty ones; `step.minimum`. */
  readonly problems: ReadonlyMap<string, DraftProblem>;
}

export function toPolicyForm(policy: Platform | null): PlatformForm {
  const { id: _, ...form } = presentOf(policy)?.form ?? { id: "" };
  return form;
}

/** Without empty lines and insignificant spaces. */
export function toSentPolicy(form: PlatformForm): PlatformForm {
  const { minimum = "", recommended = "", blocked = [], exempt = [], releases = [], step } = form;
  return withoutEmpty({
    ...form,
    minimum: minimum.trim(),
    recommended: recommended.trim(),
    blocked: sentLines(blocked),
    exempt: sentLines(exempt),
    releases: toSentReleases(releases),
    ...(step ? { step: toSentStep(step) } : {}),
  });
}

const checked = new WeakMap<PlatformForm, PolicyDraft>();

/** The same object for the same form: each group of fields asks for it at each render. */
export function checkPolicyDraft(form: PlatformForm): PolicyDraft {
  return remembered(checked, form, () => checkForm(form));
}

function checkForm(form: PlatformForm): PolicyDraft {
  const sent = toSentPolicy(form);
  const policy = readPolicy(sent);
  const problems = new Map<string, DraftProblem>();
  for (const field of stepBounds) {
    if (sent[field] !== undefined && policy[field] === null) problems.set(field, noVersion(sent[field]));
  }
  for (const field of entryFields) noteLines(field, form[field] ?? [], problems);
  noteStep(sent, problems);
  noteReleases(form, problems);
  return { policy, rules: compilePolicy(policy), problems };
}

export function readPolicy(form: PlatformForm): VersionPolicy {
  const [step, releases] = [readStep(form.step), readReleases(form.releases)];
  return { ...parsePolicy({ ...form }, "", []), ...(releases.length > 0 ? { releases } : {}), ...(step ? { step } : {}) };
}

/** `>= 2.5.3,  <2.5.5` → `>=2.5.3 <2.5.5` */
export function normalizeLine(line: string): string {
  return line
    .trim()
    .replaceAll(/[\s,;]+/g, " ")
    .replaceAll(/([<>=]) +/g, "$1");
}

function sentLines(lines: readonly string[]): string[] {
  return lines.map(normalizeLine).filter((line) => line !== "");
}

function noteStep({ step }: PlatformForm, problems: Map<string, DraftProblem>): void {
  for (const bound of stepBounds) {
    const text = step?.[bound];
    if (text !== undefined && parseVersion(text) === null) problems.set(`step.${bound}`, noVersion(text));
  }
}

function noteReleases({ releases = [] }: PlatformForm, problems: Map<string, DraftProblem>): void {
  for (const [line, first] of repeatedReleases(releases))
    problems.set(`releases.${line}.version`, { kind: "twice", line: first + 1 });
  for (const [line, { version, requires_os = "" }] of releases.entries()) {
    const isWrong = version.trim() !== "" && parseVersion(version.trim()) === null;
    if (isWrong) problems.set(`releases.${line}.version`, noVersion(version));
    if (requires_os.trim() !== "" && !parseOs(requires_os.trim())) problems.set(`releases.${line}.requires_os`, { kind: "os" });
  }
}

function noVersion(text: string): DraftProblem {
  return withSpelling("version", parseAskedVersion(text)?.text ?? null);
}

function withSpelling(kind: "version" | "entry", spelled: string | null): DraftProblem {
  return spelled === null ? { kind } : { kind, spelled };
}

function noteLines(field: EntryField, lines: readonly string[], problems: Map<string, DraftProblem>): void {
  const places = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const text = normalizeLine(line);
    if (text === "") continue;
    const first = places.get(text);
    if (parseVersionEntry(text) === null) problems.set(`${field}.${index}`, withSpelling("entry", spellEntry(text)));
    else if (first !== undefined) problems.set(`${field}.${index}`, { kind: "twice", line: first + 1 });
    else places.set(text, index);
  }
}

export type ReleaseForm = NonNullable<PlatformForm["releases"]>[number];

export function withReleases(form: PlatformForm, releases: readonly ReleaseForm[]): PlatformForm {
  return setValueAt(form, ["releases"], releases.length === 0 ? undefined : releases);
}

/** The same form where the version is declared already. */
export function withDeclared(form: PlatformForm, release: ReleaseForm): PlatformForm {
  const { releases = [] } = form;
  const declared = [...releases, release];
  return repeatedReleases(declared).has(releases.length) ? form : withReleases(form, declared);
}

export function toSentReleases(releases: readonly ReleaseForm[]): ReleaseForm[] {
  return releases
    .map(({ version, notes = "", requires_os = "", ...release }) => ({
      version: version.trim(),
      ...withoutEmpty({ ...release, notes: notes.trim(), requires_os: requires_os.trim() }),
    }))
    .filter((release) => Object.values(release).some((value) => value !== ""));
}

function readReleases(releases: readonly ReleaseForm[] = []): readonly Release[] {
  return toSentReleases(releases)
    .filter(({ version }) => parseVersion(version) !== null)
    .map(({ version, date = null, notes = null }) => ({ version, date, notes }));
}

/** Lines whose version an earlier line has, with the index of the first such line. */
export function repeatedReleases(releases: readonly ReleaseForm[]): ReadonlyMap<number, number> {
  const first = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const [line, { version }] of releases.entries()) {
    const parsed = parseVersion(version.trim());
    if (!parsed) continue;
    const text = canonicalText(parsed);
    const known = first.get(text);
    if (known === undefined) first.set(text, line);
    else repeated.set(line, known);
  }
  return repeated;
}

export type StepForm = NonNullable<PlatformForm["step"]>;
export type StepBound = "minimum" | "recommended";

export const stepBounds: readonly StepBound[] = ["minimum", "recommended"];

const DAY = 86_400_000;
/** Usual time of day for a new step: people are at work, should anything be wrong. */
const usualTime = "09:00";
const usualDays = 7;

export function withStep(form: PlatformForm, step: StepForm | null): PlatformForm {
  return setValueAt(form, ["step"], step ?? undefined);
}

/** Requires what is recommended now, as most steps do. */
export function newStep({ recommended = "" }: PlatformForm, zone: string, now: number): StepForm {
  const at = `${instantToWall(now + usualDays * DAY, zone).slice(0, 10)}T${usualTime}`;
  return { at, ...(zone === "UTC" ? {} : { zone }), minimum: recommended.trim() };
}

function toSentStep(step: StepForm): StepForm {
  const { minimum = "", recommended = "" } = step;
  return withoutEmpty({ ...step, minimum: minimum.trim(), recommended: recommended.trim() });
}

function withoutEmpty<Members extends object>(members: Members): Members {
  const isFilled = (value: unknown) => value !== "" && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isFilled(value))) as Members;
}

export function readStep(step: StepForm | undefined): PolicyStep | null {
  if (!step) return null;
  const { at, zone = "UTC", minimum, recommended } = toSentStep(step);
  const bound = (text: string | undefined) => (text !== undefined && parseVersion(text) !== null ? text : null);
  const read = { at, zone, minimum: bound(minimum), recommended: bound(recommended) };
  return parseWall(at) === null || (read.minimum === null && read.recommended === null) ? null : read;
}

export type StepState = "future" | "past";

export function stepState(step: PolicyStep, now: number): StepState {
  return stepTime(step) > now ? "future" : "past";
}

export function withAppliedStep(form: PlatformForm): PlatformForm {
  const { minimum, recommended } = form.step ? toSentStep(form.step) : {};
  return { ...withStep(form, null), ...(minimum ? { minimum } : {}), ...(recommended ? { recommended } : {}) };
}

/** The same form where its step is not due. */
export function withMovedStep(form: PlatformForm, now: number): PlatformForm {
  const { step } = form;
  const read = readStep(step);
  return step && read && isStepDue(read, now) ? withStep(form, { ...step, at: laterStepTime(read, now) }) : form;
}

/** `From 9 Mar 2027, 09:00 (in 3 hours): minimum 2.6.0.` @param share that it forces; null means not said */
export function stepSentence(step: PolicyStep, share: string | null, now: number): string {
  const named = stepBounds.flatMap((bound) => {
    const version = step[bound];
    return version === null ? [] : [stepTexts.values[bound](version)];
  });
  const at = stepTime(step);
  const say = stepState(step, now) === "future" ? stepTexts.future : stepTexts.taken;
  const sentence = say(formatList(named), formatInstant(at), formatRelative(at, now));
  return share === null ? sentence : `${sentence} ${stepTexts.forces(share)}`;
}
