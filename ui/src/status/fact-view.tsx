import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { describeActor } from "drawbridge-rules/describe/actor.ts";
import { describeAction, ownAction } from "drawbridge-rules/describe/mark.ts";
import { formatInstant } from "drawbridge-rules/describe/times.ts";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useNow } from "../elements/use-now.ts";
import { requiredRole } from "../maintenance/maintenance-list.ts";
import { ActiveVerbs } from "../maintenance/occurrence/active-verbs.tsx";
import { isOverdue } from "../maintenance/occurrence/occurrence-phase.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { ownZone } from "../texts/browser-locale.ts";
import { formatShare } from "../texts/formats.ts";
import { usageTexts } from "../usage/usage-texts.ts";
import { AuthorLine } from "./author-line.tsx";
import { MaintenanceProgress } from "./maintenance-progress.tsx";
import { isWhole, type Fact as ProjectFact } from "./project-facts.ts";
import classes from "./status.module.css";
import { statusTexts as texts } from "./status-texts.ts";
import { UndoVerb } from "./undo-verb.tsx";
import { WhoMay } from "./who-may.tsx";

interface FactViewProps<Kind extends ProjectFact["kind"] = ProjectFact["kind"]> {
  readonly project: string;
  readonly fact: ProjectFact & { readonly kind: Kind };
  /** Size of its sentence. */
  readonly size: "md" | "lg";
  /** The first of its list: its main verb is a primary button. */
  readonly isMain: boolean;
}

/** One fact: a sentence, its author and reason, and what can be done about it. */
export function FactView(props: FactViewProps) {
  const { project, fact, size, isMain } = props;
  switch (fact.kind) {
    case "maintenance":
      return <Maintenance project={project} fact={fact} size={size} isMain={isMain} />;
    case "lockout":
      return <Lockout project={project} fact={fact} size={size} isMain={isMain} />;
    case "proposal":
      return <Waiting project={project} fact={fact} size={size} isMain={isMain} />;
    case "refused":
      return <Refused project={project} fact={fact} size={size} isMain={isMain} />;
    case "step":
      return <Step project={project} fact={fact} size={size} isMain={isMain} />;
    case "key":
      return <EndingKey project={project} fact={fact} size={size} isMain={isMain} />;
  }
}

function Maintenance({ project, fact: { occurrence }, size, isMain }: FactViewProps<"maintenance">) {
  const clock = { zone: ownZone, now: useNow() };
  const { scope, end, overrun, name } = occurrence;
  const isHeld = overrun === "hold" && isOverdue(occurrence, clock.now);
  const until = isHeld ? texts.held : formatInstant(end, clock);
  const own = ownAction(occurrence);
  const who = <WhoMay project={project} least={requiredRole} some={texts.mayEnd} none={texts.mayEndRole} />;
  const verbs = (
    <MayEdit project={project} role={requiredRole} otherwise={who}>
      <ActiveVerbs project={project} occurrence={occurrence} isMain={isMain} steps={["PT15M"]} />
    </MayEdit>
  );
  return (
    <Fact verbs={verbs}>
      <Sentence size={size}>{isWhole(occurrence) ? texts.closed(until) : texts.scopeClosed(scope, until)}</Sentence>
      {own && <AuthorLine name={describeActor(own.actor, own.actor_name)}>{`${name}, ${describeAction(own, clock)}`}</AuthorLine>}
      <MaintenanceProgress occurrence={occurrence} />
    </Fact>
  );
}

function Lockout({ project, fact: { platform, tone }, size, isMain }: FactViewProps<"lockout">) {
  const clock = { zone: ownZone, now: useNow() };
  const { name, present } = platform;
  const { changed } = present;
  const say = tone === "closed" ? texts.lockedOut : texts.mustUpdate;
  const said = say(formatShare(present.forced_24h, present.requests_24h), name);
  const author = changed && describeActor(changed.actor, changed.actor_name);
  return (
    <Fact
      verbs={
        <>
          {changed && <UndoVerb project={project} commit={changed} isMain={isMain && tone === "closed"} />}
          <VersionsLink project={project} platform={platform.platform} />
        </>
      }
    >
      <Sentence size={size}>{changed ? texts.since(said, formatInstant(changed.at, clock)) : said}</Sentence>
      {changed && <AuthorLine name={author ?? ""}>{[author, changed.reason].filter((part) => part).join(": ")}</AuthorLine>}
    </Fact>
  );
}

function Waiting({ project, fact: { proposal, author }, size, isMain }: FactViewProps<"proposal">) {
  return (
    <Fact
      verbs={
        <Button
          variant={isMain ? "filled" : "default"}
          renderRoot={(props) => (
            <Link {...props} to="/projects/$project/activity" params={{ project }} search={{ proposal: proposal.id }} />
          )}
        >
          {texts.review}
        </Button>
      }
    >
      <Sentence size={size}>{proposal.title}</Sentence>
      <AuthorLine name={author}>
        {[texts.proposedBy(author), proposal.reason].filter((part) => part !== "").join(": ")}
      </AuthorLine>
    </Fact>
  );
}

function Step({ project, fact: { platform, step }, size }: FactViewProps<"step">) {
  const clock = { zone: ownZone, now: useNow() };
  const at = formatInstant(step.at, clock);
  const rise = Date.parse(step.at) <= clock.now ? texts.minimumRose : texts.minimumRises;
  const { requests_24h: requests } = platform.present;
  return (
    <Fact verbs={<StepVerbs project={project} platform={platform.platform} />}>
      <Sentence size={size}>
        {step.minimum === null ? texts.rulesChange(platform.name, at) : rise(platform.name, step.minimum, at)}
      </Sentence>
      {requests > 0 && <Quiet>{texts.locksOut(formatShare(step.forced_24h, requests))}</Quiet>}
    </Fact>
  );
}

function EndingKey({ project, fact: { readKey }, size }: FactViewProps<"key">) {
  const { id, name, expires_at: expires, requests_24h: requests } = readKey;
  return (
    <Fact verbs={<KeyLink project={project} id={id} />}>
      <Sentence size={size}>
        {texts.keyExpires(name || id, formatInstant(expires ?? "", { zone: ownZone, now: useNow() }))}
      </Sentence>
      <Quiet>{texts.stillUsed(requests)}</Quiet>
    </Fact>
  );
}

function Refused({ project, fact: { refused }, size }: FactViewProps<"refused">) {
  const [first] = refused;
  return (
    <Fact verbs={first && <KeyLink project={project} id={first.key} />}>
      <Sentence size={size}>{texts.refused(refused.reduce((sum, { requests }) => sum + requests, 0))}</Sentence>
      {first && <Quiet>{usageTexts.refusedOf[first.reason](first.requests, first.example ?? "")}</Quiet>}
    </Fact>
  );
}

/** A fact at the left and its verbs at the right; in a narrow card below each other. */
function Fact({ verbs, children }: { readonly verbs: ReactNode; readonly children: ReactNode }) {
  const fact = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = fact.current;
    // The focus stays in the card when a fact that was acted on goes.
    return () => {
      if (element?.contains(document.activeElement)) element.closest<HTMLElement>("[data-tone]")?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className={classes.fact} ref={fact}>
      <Stack gap="xs">{children}</Stack>
      <Group gap="xs">{verbs}</Group>
    </div>
  );
}

/** Opens the form with the step moved to a later day. */
function StepVerbs({ project, platform }: { readonly project: string; readonly platform: string }) {
  return (
    <>
      <MayEdit project={project}>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/projects/$project/versions" params={{ project }} search={{ edit: platform, step: "move" }} />
          )}
        >
          {texts.move}
        </Button>
      </MayEdit>
      <VersionsLink project={project} platform={platform} />
    </>
  );
}

function KeyLink({ project, id }: { readonly project: string; readonly id: string }) {
  return (
    <Anchor
      fz="sm"
      renderRoot={(props) => (
        <Link {...props} to="/projects/$project/connect" params={{ project }} search={{ tab: "keys", edit: id }} />
      )}
    >
      {texts.openKey}
    </Anchor>
  );
}

function VersionsLink({ project, platform }: { readonly project: string; readonly platform: string }) {
  return (
    <Anchor
      fz="sm"
      renderRoot={(props) => (
        <Link {...props} to="/projects/$project/versions" params={{ project }} search={{ edit: platform }} />
      )}
    >
      {texts.versions}
    </Anchor>
  );
}

export function Sentence({ size, children }: { readonly size: "md" | "lg"; readonly children: ReactNode }) {
  return (
    <Text fz={size} lh={size} fw={600} style={{ overflowWrap: "anywhere" }}>
      {children}
    </Text>
  );
}

function Quiet({ children }: { readonly children: string }) {
  return (
    <Text span fz="sm" c="dimmed">
      {children}
    </Text>
  );
}
