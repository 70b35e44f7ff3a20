import { Button, Group, Stack, Text } from "@mantine/core";
import { describeAction, ownAction } from "drawbridge-rules/describe/mark.ts";
import { describeActor } from "drawbridge-rules/describe/reader.ts";
import { type Clock, formatDuration, formatInstant } from "drawbridge-rules/describe/times.ts";
import { DAY } from "drawbridge-rules/values/duration.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { ProjectOverview } from "drawbridge-rules/wire/overview.ts";
import type { CommitItem } from "drawbridge-rules/wire/problem.ts";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Quiet } from "../elements/cells.tsx";
import { Icon } from "../elements/icon.tsx";
import { ScreenButton, ScreenLink } from "../elements/screen.tsx";
import { useNow } from "../elements/use-now.ts";
import { requiredRole } from "../maintenance/maintenance-list.ts";
import { ActiveVerbs } from "../maintenance/occurrence/active-verbs.tsx";
import { isOverdue } from "../maintenance/occurrence/occurrence-phase.ts";
import { useUndo } from "../review/use-review.tsx";
import { MayEdit, useSession } from "../session/session.ts";
import { formatShare, ownZone } from "../texts/formats.ts";
import { usageTexts } from "../usage/usage-texts.ts";
import { AuthorLine } from "./author-line.tsx";
import { type Fact, isWhole, type Tone } from "./project-facts.ts";
import classes from "./status.module.css";
import { statusTexts as texts } from "./status-texts.ts";
import { WhoMay } from "./who-may.tsx";

interface FactViewProps {
  readonly project: string;
  readonly fact: Fact;
  readonly size: "md" | "lg";
  /** The first fact's main verb is a primary button. */
  readonly isMain: boolean;
}

type FactOf<Kind extends Fact["kind"]> = Extract<Fact, { readonly kind: Kind }>;

export function FactView({ project, fact, size, isMain }: FactViewProps) {
  const { sentence, author, note } = sayFact(fact, { zone: ownZone, now: useNow() });
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = root.current;
    // The focus stays in the card after a verb has removed its fact.
    return () => {
      if (element?.contains(document.activeElement)) element.closest<HTMLElement>("[data-tone]")?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className={classes.fact} ref={root}>
      <Stack gap="xs">
        <Sentence size={size}>{sentence}</Sentence>
        {author !== undefined && <AuthorLine name={author}>{note ?? author}</AuthorLine>}
        {author === undefined && note !== undefined && <Quiet>{note}</Quiet>}
        {fact.kind === "maintenance" && <MaintenanceProgress occurrence={fact.occurrence} />}
      </Stack>
      <Group gap="xs">
        <Verbs project={project} fact={fact} isMain={isMain} />
      </Group>
    </div>
  );
}

interface Said {
  readonly sentence: string;
  readonly author?: string;
  /** Begins with the author's name. */
  readonly note?: string;
}

function sayFact(fact: Fact, clock: Clock): Said {
  switch (fact.kind) {
    case "maintenance":
      return sayMaintenance(fact.occurrence, clock);
    case "lockout":
      return sayLockout(fact, clock);
    case "proposal": {
      const { author, proposal } = fact;
      return { sentence: proposal.title, author, note: joined(texts.proposedBy(author), proposal.reason) };
    }
    case "refused": {
      const [first] = fact.refused;
      const sentence = texts.refused(fact.refused.reduce((sum, { requests }) => sum + requests, 0));
      return first ? { sentence, note: usageTexts.refusedOf[first.reason](first.requests, first.example ?? "") } : { sentence };
    }
    case "step":
      return sayStep(fact, clock);
    case "key": {
      const { id, name, expires_at: expires, requests_24h: requests } = fact.readKey;
      return { sentence: texts.keyExpires(name || id, formatInstant(expires ?? "", clock)), note: texts.stillUsed(requests) };
    }
  }
}

function sayMaintenance(occurrence: ListedOccurrence, clock: Clock): Said {
  const { scope, end, overrun, name } = occurrence;
  const isHeld = overrun === "hold" && isOverdue(occurrence, clock.now);
  const until = isHeld ? texts.held : formatInstant(end, clock);
  const sentence = isWhole(occurrence) ? texts.closed(until) : texts.scopeClosed(scope, until);
  const own = ownAction(occurrence);
  if (!own) return { sentence };
  return { sentence, author: describeActor(own.actor, own.actor_name), note: `${name}, ${describeAction(own, clock)}` };
}

function sayLockout({ platform: { name, present }, tone }: FactOf<"lockout">, clock: Clock): Said {
  const { changed } = present;
  const say = tone === "closed" ? texts.lockedOut : texts.mustUpdate;
  const sentence = say(formatShare(present.forced_24h, present.requests_24h), name);
  if (!changed) return { sentence };
  const author = describeActor(changed.actor, changed.actor_name);
  return { sentence: texts.since(sentence, formatInstant(changed.at, clock)), author, note: joined(author, changed.reason) };
}

function sayStep({ platform: { name, present }, step }: FactOf<"step">, clock: Clock): Said {
  const at = formatInstant(step.at, clock);
  const rise = Date.parse(step.at) <= clock.now ? texts.minimumRose : texts.minimumRises;
  const sentence = step.minimum === null ? texts.rulesChange(name, at) : rise(name, step.minimum, at);
  const { requests_24h: requests } = present;
  return requests > 0 ? { sentence, note: texts.locksOut(formatShare(step.forced_24h, requests)) } : { sentence };
}

function joined(author: string, reason: string): string {
  return reason === "" ? author : `${author}: ${reason}`;
}

function Verbs({ project, fact, isMain }: Omit<FactViewProps, "size">) {
  const key = fact.kind === "key" ? fact.readKey.id : fact.kind === "refused" ? fact.refused[0]?.key : undefined;
  const toVersions = "/projects/$project/versions";
  switch (fact.kind) {
    case "maintenance": {
      const who = <WhoMay project={project} least={requiredRole} some={texts.mayEnd} none={texts.mayEndRole} />;
      return (
        <MayEdit project={project} role={requiredRole} otherwise={who}>
          <ActiveVerbs project={project} occurrence={fact.occurrence} isMain={isMain} steps={["PT15M"]} />
        </MayEdit>
      );
    }
    case "proposal":
      return (
        <ScreenButton
          project={project}
          to="/projects/$project/activity"
          search={{ proposal: fact.proposal.id }}
          variant={isMain ? "filled" : "default"}
        >
          {texts.review}
        </ScreenButton>
      );
    case "lockout":
    case "step": {
      const { platform, present } = fact.platform;
      return (
        <>
          {fact.kind === "lockout" && present.changed && (
            <UndoVerb project={project} commit={present.changed} isMain={isMain && fact.tone === "closed"} />
          )}
          {fact.kind === "step" && (
            <MayEdit project={project}>
              <ScreenButton project={project} to={toVersions} search={{ edit: platform, step: "move" }}>
                {texts.move}
              </ScreenButton>
            </MayEdit>
          )}
          <ScreenLink project={project} to={toVersions} search={{ edit: platform }}>
            {texts.versions}
          </ScreenLink>
        </>
      );
    }
    default:
      return (
        key !== undefined && (
          <ScreenLink project={project} to="/projects/$project/connect" search={{ tab: "keys", edit: key }}>
            {texts.openKey}
          </ScreenLink>
        )
      );
  }
}

function Sentence({ size, children }: { readonly size: "md" | "lg"; readonly children: ReactNode }) {
  return (
    <Text fz={size} lh={size} fw={600} style={{ overflowWrap: "anywhere" }}>
      {children}
    </Text>
  );
}

function MaintenanceProgress({ occurrence }: { readonly occurrence: ListedOccurrence }) {
  const now = useNow();
  const [start, end, planned] = [occurrence.start, occurrence.end, occurrence.planned_end].map((at) => Date.parse(at)) as [
    number,
    number,
    number,
  ];
  const isLate = isOverdue(occurrence, now);
  const last = isLate ? planned : end;
  const elapsed = Math.min(1, Math.max(0, (now - start) / (last - start)));
  const over = [texts.over(minutes(now - planned))];
  if (occurrence.overrun === "hold") over.push(texts.announced(formatInstant(end, { zone: ownZone, now })));
  return (
    <div>
      <div className={classes.progress} data-late={isLate || undefined} aria-hidden>
        <div style={{ width: `${elapsed * 100}%` }} />
      </div>
      <Group justify="space-between" gap="xs" mt={4}>
        <Text fz="xs" c="dimmed">
          {texts.elapsed(minutes(now - start), minutes(last - start))}
        </Text>
        <Text fz="xs" fw={500} aria-live="polite" {...(isLate ? { c: "var(--mantine-color-caution-light-color)" } : {})}>
          {isLate ? over.join(" · ") : texts.left(minutes(end - now))}
        </Text>
      </Group>
    </div>
  );
}

/** From a day on, minutes say nothing. */
function minutes(ms: number): string {
  const unit = Math.abs(ms) < DAY ? 60_000 : 3_600_000;
  return formatDuration(Math.max(0, Math.round(ms / unit) * unit));
}

interface UndoVerbProps {
  readonly project: string;
  readonly commit: Pick<CommitItem, "revision" | "at" | "actor" | "actor_name">;
  readonly isMain: boolean;
}

function UndoVerb({ project, commit, isMain }: UndoVerbProps) {
  const undo = useUndo(project);
  const label = useUndoLabel(commit);
  const { revision, at } = commit;
  return (
    <MayEdit
      project={project}
      otherwise={<WhoMay project={project} least="editor" some={texts.mayUndo} none={texts.mayUndoRole} />}
    >
      <Button
        variant={isMain ? "filled" : "default"}
        leftSection={<Icon name="undo" size={1} />}
        onClick={() => void undo({ revision }, texts.undoTitle(label, formatInstant(at, { zone: ownZone, now: Date.now() })))}
      >
        {label}
      </Button>
    </MayEdit>
  );
}

function useUndoLabel({ actor, actor_name: name }: UndoVerbProps["commit"]): string {
  const me = useSession();
  if (actor === me.actor || actor === me.person?.id) return texts.undoOwn;
  const [first = ""] = describeActor(actor, name).split(" ");
  return actor.startsWith("u_") && name !== null ? texts.undoOf(first) : texts.undo;
}

interface QuietLineProps {
  readonly seen: ProjectOverview;
  readonly facts: readonly Fact[];
}

export function QuietLine({ seen: { id: project, next, proposals }, facts }: QuietLineProps) {
  const now = useNow();
  const waiting = proposals.length - facts.filter(({ kind }) => kind === "proposal").length;
  return (
    <Text component="p" c="dimmed" m={0} style={{ overflowWrap: "anywhere" }}>
      {next ? texts.next(next.name, formatInstant(next.start, { zone: ownZone, now })) : texts.nothingNext}
      {waiting > 0 && (
        <>
          {" · "}
          <ScreenLink project={project} to="/projects/$project/activity" search={{ show: "approvals" }}>
            {texts.approvals(waiting)}
          </ScreenLink>
        </>
      )}
    </Text>
  );
}

interface OpenStateProps {
  readonly project: string;
  readonly name: string;
  readonly tone: Tone;
  readonly size?: "md" | "lg";
}

export function OpenState({ project, name, tone, size = "md" }: OpenStateProps) {
  return (
    <Group justify="space-between" gap="sm">
      <Sentence size={size}>{tone === "open" ? texts.open : texts.quiet}</Sentence>
      <Group gap="xs">
        {tone === "unknown" && (
          <ScreenButton project={project} to="/projects/$project/connect" search={{}}>
            {texts.connect}
          </ScreenButton>
        )}
        <StartButton project={project} name={name} />
      </Group>
    </Group>
  );
}

/** The form confirms the start. */
export function StartButton({ project, name }: Pick<OpenStateProps, "project" | "name">) {
  return (
    <MayEdit project={project} role={requiredRole}>
      <ScreenButton
        project={project}
        to="/projects/$project/maintenance"
        search={{ start: true }}
        leftSection={
          <span style={{ display: "flex", color: "var(--mantine-color-closed-light-color)" }}>
            <Icon name="maintenance" size={1} />
          </span>
        }
        aria-label={texts.startIn(name)}
      >
        {texts.start}
      </ScreenButton>
    </MayEdit>
  );
}
