import { useComputedColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { ScreenKind } from "drawbridge-rules/texts/message.ts";
import { timeText } from "drawbridge-rules/values/time-text.ts";
import { parseAskedVersion } from "drawbridge-rules/versions/app-version.ts";
import { allPlatforms } from "drawbridge-rules/versions/platform.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import { updateTargetFor, updateTargets } from "drawbridge-rules/versions/update-target.ts";
import { compilePolicy, type VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { useNow } from "../elements/use-now.ts";
import { instanceDisplayName } from "../instances/instance-list.ts";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { readPolicy } from "../version-policies/policy-draft.ts";
import type { Kind, MessageForm } from "./message-form.ts";
import { messagesRoute } from "./messages-route.ts";
import {
  type FilledText,
  fillPlaceholders,
  type PlaceholderValues,
  type ResolvedText,
  reminderFromAnswer,
  resolveText,
  situationAt,
  titleIn,
} from "./resolved-text.ts";

/** Milliseconds after the last keystroke before the request. */
const pause = 400;
const someVersion = "1.0.0";

export type PhoneContext = ReturnType<typeof usePhoneContext>;

/** Published nouns that decide what a phone shows. */
export interface MessageSources {
  readonly head: Project;
  readonly policies: readonly Platform[];
  readonly instances: readonly Instance[];
  readonly windows: readonly MaintenanceWindow[];
}

interface PhoneSources extends MessageSources {
  /** Language being edited. */
  readonly lang: string;
}

export function usePhoneContext({ head, policies, instances, windows, lang }: PhoneSources) {
  const search = messagesRoute.useSearch();
  const { at, published = false } = search;
  const scheme = useComputedColorScheme("light");
  const names = namesIn({ platform: Object.fromEntries(policies.flatMap(({ id, name }) => (name ? [[id, name]] : []))) });
  const ids = [...allPlatforms(policies.map(({ id }) => id))];
  const platform = ids.find((id) => id === search.platform) ?? ids[0] ?? "";
  const instance = (instances.find(({ id }) => id === search.instance) ?? instances[0])?.id ?? null;
  const [version] = useDebouncedValue((search.version ?? someVersion).trim(), pause);
  const clock = useNow();
  const now = at === undefined ? clock : Date.parse(at);
  const { data } = useQuery(occurrencesQuery(head.id, at));
  const situation = data ? situationAt(data.occurrences, platform, instance, now) : null;
  const config = useQuery(answerQuery(head.id, version === "" ? null : { platform, version }, lang, at));
  const asked = instance === null ? null : { instance };
  const maintenance = useQuery(answerQuery(head.id, asked, lang, at));
  const told = reminderFromAnswer(maintenance.data, now);
  const isOn = told?.state === "active";
  const afterwards = new Date(told?.end ?? 0).toISOString();
  const after = useQuery(answerQuery(head.id, isOn ? asked : null, lang, afterwards));
  const next = isOn ? reminderFromAnswer(after.data, told.end) : told;
  return {
    platforms: ids.map((id) => ({ id, name: names.platform(id) })),
    instances,
    platform,
    platformName: names.platform(platform),
    version,
    /** Id; null means the project has none. */
    instance,
    lang,
    /** Epoch ms. */
    now,
    isPublished: published,
    isDark: (search.look ?? scheme) === "dark",
    /** Null means not known yet. */
    situation,
    /** Window that the maintenance ends with, if it has a text of its own. */
    ownText: windows.find(({ id, message }) => message !== undefined && id === situation?.window) ?? null,
    policy: policies.find(({ id }) => id === platform) ?? null,
    /** Both undefined means not known yet. */
    config: config.data,
    maintenance: maintenance.data,
    /** Next maintenance of the instance, even during one; null means none is planned, or not known. */
    next: next?.state === "later" || next?.state === "announced" ? next : null,
  };
}

/** Parsed `/config` answer; null means not loaded, or in another form. */
export function configBody({ config }: PhoneContext) {
  if (config?.status !== 200) return null;
  const { force_upgrade, maintenance_active, message, android_source, apple_source } = config.body;
  return {
    isForced: force_upgrade === true,
    isMaintenance: maintenance_active === true,
    message: String(message),
    android: String(android_source),
    apple: String(apple_source),
  };
}

export interface PhoneText extends FilledText {
  readonly source: ResolvedText["source"];
  /** The server has said so itself, and it was not made here. */
  readonly isExact: boolean;
}

/** @param form what is typed, or what is published */
export function phoneText(kind: Kind, form: MessageForm, context: PhoneContext): PhoneText {
  const told = resolveText(form, kind, context.lang);
  const answer = context.isPublished && isShownNow(kind, context) ? configBody(context) : null;
  const language = context.config?.headers["content-language"] ?? "";
  if (answer) return { text: answer.message, language, source: told.source, isWrong: false, isExact: true };
  const made = fillPlaceholders(told, (spoken) => valuesIn(spoken, form.name ?? "", context));
  return { ...made, source: told.source, isExact: false };
}

/** The title above it, which only apps that ask /gate show. */
export function phoneTitle(kind: ScreenKind, form: MessageForm, context: PhoneContext): FilledText {
  return fillPlaceholders(titleIn(form, kind, context.lang), (spoken) => valuesIn(spoken, form.name ?? "", context));
}

function isShownNow(kind: Kind, context: PhoneContext): boolean {
  const answer = configBody(context);
  if (!answer) return false;
  const shown = answer.isForced ? "upgrade" : answer.isMaintenance ? "maintenance" : "default";
  return shown === kind && !(kind === "maintenance" && context.ownText !== null);
}

function valuesIn(language: string, projectName: string, context: PhoneContext): PlaceholderValues {
  const { policy: published, version, situation, now } = context;
  const instance = context.instances.find(({ id }) => id === context.instance);
  const policy = published ? policyAt(readPolicy(published), now) : null;
  const time = (at: number | undefined) => (at === undefined ? "" : timeText(at, language, situation?.zone ?? "UTC"));
  return {
    minimum_version: policy?.minimum ?? "",
    recommended_version: policy?.recommended ?? "",
    current_version: parseAskedVersion(version)?.text ?? version,
    update_to: updateTarget(policy, version),
    project_name: projectName,
    instance_name: instance ? instanceDisplayName(instance, [language]) : "",
    start_time: time(situation?.start),
    end_time: time(situation?.end),
  };
}

function updateTarget(policy: VersionPolicy | null, asked: string): string {
  const version = parseAskedVersion(asked);
  if (!policy || !version) return "";
  return updateTargetFor(updateTargets(compilePolicy(policy)), version)?.text ?? "";
}

/** Milliseconds: answers to apps also change with the clock. */
const askEvery = 30_000;

/** Milliseconds: the server looks no farther ahead. */
const farthest = 366 * 86_400_000;

/** Active and upcoming occurrences. @param at RFC 3339; undefined means now */
function occurrencesQuery(project: string, at: string | undefined) {
  return queryOptions({
    queryKey: projectQueryKey(project, "maintenance", "from", at ?? ""),
    queryFn: () => {
      const from = at === undefined ? Date.now() : Date.parse(at);
      const [since, until] = [from, from + farthest].map((instant) => new Date(instant).toISOString());
      return admin.listMaintenance({ project, ...(since && { from: since }), ...(until && { until }) });
    },
    ...(at === undefined ? { refetchInterval: askEvery } : {}),
  });
}

/** Question of an app: `/config` for a version, `/maintenance` for an instance. */
type Asked = { readonly platform: string; readonly version: string } | { readonly instance: string };

/** Answer for the published configuration. @param asked null means not queried @param at RFC 3339; undefined means now */
function answerQuery(project: string, asked: Asked | null, lang: string, at: string | undefined) {
  return queryOptions({
    queryKey: projectQueryKey(project, "answer", ...Object.values(asked ?? {}), lang, at ?? ""),
    queryFn: () => admin.simulate({ project, ...asked, lang, ...(at === undefined ? {} : { at }) }),
    enabled: asked !== null,
    ...(at === undefined ? { refetchInterval: askEvery } : {}),
  });
}
