import { Alert, Badge, Box, Button, Flex, Group, Paper, Text, Title } from "@mantine/core";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { blocksEveryVersion, type CompiledPolicy, type VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { type CSSProperties, memo, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type CountedTraffic, forcedRequests, stepForcedRequests } from "../adoption/counted-traffic.ts";
import { Hint } from "../elements/cells.tsx";
import { Icon } from "../elements/icon.tsx";
import { useNow } from "../elements/use-now.ts";
import { PlatformGlyph } from "../platforms/platform-glyph.tsx";
import { UpdateLinkText } from "../platforms/store-fields.tsx";
import { requiresSomeUpdate, updateLink } from "../platforms/update-link.ts";
import { EditForm } from "../review/edit-form.tsx";
import { useLookedUp, versionPoliciesRoute } from "../routes.ts";
import { useMay } from "../session/session.ts";
import { formatList, formatShare } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type CardTab, CardTabs, fieldsOf, tabWithProblem } from "./card-tabs.tsx";
import { stepSentence, stepState, toPolicyForm, withAppliedStep } from "./policy-draft.ts";
import { BoundFields } from "./rule-fields.tsx";
import { type EntryPosition, entryWords } from "./ruler-edit.ts";
import { AddEntries } from "./ruler-entries.tsx";
import { namesAnyVersion } from "./ruler-scale.ts";
import { useMovedStep, usePlatformEdit, usePresentPolicy } from "./version-policy-edit.ts";
import { platformName } from "./version-policy-list.ts";
import { stepTexts, versionPolicyTexts as texts } from "./version-policy-texts.ts";
import { VersionRuler } from "./version-ruler.tsx";

interface PlatformCardProps {
  readonly project: string;
  readonly head: Project;
  readonly id: string;
  readonly policy: Platform | null;
  /** False means the policy is of an earlier visit, and being read again. */
  readonly isFresh: boolean;
  /** Requests of the last 24 hours; null means none, or not known. */
  readonly traffic: CountedTraffic | null;
  /** New versions that no release declares. */
  readonly suggested: readonly SuggestedRelease[];
}

/** Below the top bar when it is scrolled to. */
const frameStyle = { scrollMarginTop: "5rem", "--standing-ground": "var(--mantine-color-body)" } as CSSProperties;

/** Memoized: typing in one card must not redraw the rulers of the others. */
export const PlatformCard = memo(function PlatformCard(props: PlatformCardProps) {
  const { project, head, id, policy, isFresh, traffic, suggested } = props;
  const mayEdit = useMay(project);
  const name = platformName({ id, policy });
  const edit = usePlatformEdit(project, { id, policy }, () => texts.review(name));
  const { problemAt, isDirty } = edit;
  const form = useMemo(() => withoutId(edit.form), [edit.form]);
  const change = (changed: PlatformForm) => edit.change({ ...changed, id });
  const published = useMemo(() => toPolicyForm(policy), [policy]);
  const [draft, before] = [usePresentPolicy(form), usePresentPolicy(published)];
  const [lookedUp, lookUp] = useLookedUp();
  const [chosen, setChosen] = useState<EntryPosition | null>(null);
  const isMoved = useMovedStep(id, mayEdit && isFresh, form, change);
  const [tab, setTab] = useCardTab(id, tabWithProblem(form, problemAt));
  const { frame, heading } = useCardFocus(id, isDirty);
  const addLink = () => {
    flushSync(() => setTab("store"));
    frame.current?.querySelector<HTMLElement>("[type=url]")?.focus();
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.card(name)} ref={frame} style={frameStyle}>
      <EditForm edit={edit} fields={fieldsOf(form)} isReadOnly={!mayEdit} isQuiet>
        <Flex direction={{ base: "column", sm: "row" }} justify="space-between" columnGap="md" rowGap="xs">
          <div>
            <Group gap="xs">
              <PlatformGlyph platform={id} />
              <Title order={2} ref={heading} tabIndex={-1} style={{ scrollMarginTop: "6rem" }}>
                {name}
              </Title>
              {isDirty && <Badge color="accent">{sharedTexts.drafts.kept}</Badge>}
            </Group>
            <Hint>{ruleSentence(draft.rules, mayEdit)}</Hint>
          </div>
          <TrafficFigure traffic={traffic} draft={draft.rules} published={before.rules} />
        </Flex>
        <StepNotice
          platform={name}
          policy={before.policy}
          traffic={traffic}
          onApply={mayEdit ? () => change(withAppliedStep(form)) : null}
        />
        {updateLink(id, form, head.stores).kind === "missing" && requiresSomeUpdate(form) && (
          <Alert color="caution" py="xs">
            <Group justify="space-between">
              <UpdateLinkText platform={id} policy={form} stores={head.stores} />
              {mayEdit && tab !== "store" && <Button onClick={addLink}>{texts.addLink}</Button>}
            </Group>
          </Alert>
        )}
        <VersionRuler
          platform={name}
          form={form}
          draft={draft}
          published={before}
          traffic={traffic}
          asked={lookedUp}
          onAsk={lookUp}
          edit={mayEdit ? { chosen, onChoose: setChosen, onChange: change } : undefined}
        />
        <Group align="flex-start" gap="md">
          <BoundFields form={form} isReadOnly={!mayEdit} problemAt={problemAt} onChange={change} />
          {mayEdit && namesAnyVersion(draft.policy) && (
            <Box pt={{ base: 0, sm: "1.5rem" }}>
              <AddEntries form={form} asked={lookedUp} onChoose={setChosen} onChange={change} />
            </Box>
          )}
        </Group>
        {blocksEveryVersion(draft.policy) && <Alert color="closed">{texts.everyBlocked}</Alert>}
        <CardTabs
          project={project}
          head={head}
          platform={id}
          name={name}
          form={form}
          tab={tab}
          isStepMoved={isMoved}
          isReadOnly={!mayEdit}
          suggested={suggested}
          requests={traffic?.requests ?? 0}
          problemAt={problemAt}
          onTab={setTab}
          onChange={change}
          onChoose={setChosen}
        />
      </EditForm>
    </Paper>
  );
});

function withoutId({ id: _, ...form }: PlatformForm & { readonly id: string }): PlatformForm {
  return form;
}

function useCardTab(id: string, wrong: CardTab | null): readonly [CardTab | null, (tab: CardTab | null) => void] {
  const { edit } = versionPoliciesRoute.useSearch();
  const asked = edit === id ? "rules" : null;
  const [tab, setTab] = useState<CardTab | null>(asked);
  const [before, setBefore] = useState({ wrong, asked });
  if (before.wrong !== wrong || before.asked !== asked) {
    const opened = (before.wrong === null && wrong) || (before.asked === null && asked) || tab;
    setBefore({ wrong, asked });
    setTab(opened);
  }
  return [tab, setTab];
}

/** Keeps the card in view and the focus on it when its form's buttons disappear, too. */
function useCardFocus(id: string, isDirty: boolean) {
  const { edit } = versionPoliciesRoute.useSearch();
  const frame = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasDirty = useRef(isDirty);
  useEffect(() => {
    if (edit === id) frame.current?.scrollIntoView({ block: "start" });
  }, [edit, id]);
  useEffect(() => {
    if (wasDirty.current && !isDirty) {
      heading.current?.scrollIntoView({ block: "nearest" });
      if (document.activeElement === document.body) heading.current?.focus();
    }
    wasDirty.current = isDirty;
  }, [isDirty]);
  return { frame, heading };
}

/** Above this number, the sentence would be too long to read. */
const maxSpans = 4;

function ruleSentence({ minimum, blocked }: CompiledPolicy, mayEdit: boolean): string {
  const { span } = texts;
  const spans = [...(minimum ? [span.below(minimum.text)] : []), ...blocked.map(entryWords)];
  if (spans.length === 0) return mayEdit ? texts.everyVersion : texts.everyVersionRead;
  const hidden = spans.length - maxSpans;
  return texts.someMustUpdate(formatList(hidden > 1 ? [...spans.slice(0, maxSpans), span.more(hidden)] : spans));
}

interface TrafficFigureProps {
  readonly traffic: CountedTraffic | null;
  readonly draft: CompiledPolicy;
  readonly published: CompiledPolicy;
}

/** `2.9% must update`; `2.9% → 96%` while a change to it is not published. */
function TrafficFigure({ traffic, draft, published }: TrafficFigureProps) {
  const [now, after] = useMemo(
    () => (traffic ? [forcedRequests(traffic, published), forcedRequests(traffic, draft)] : [0, 0]),
    [traffic, draft, published],
  );
  if (!traffic) return <Hint>{texts.noRequests}</Hint>;
  const shareOf = (requests: number) => formatShare(requests, traffic.requests);
  return (
    <Box role="status" ta={{ base: "left", sm: "right" }} flex="none">
      <Text span fz="lg" fw={600} c={after > 0 ? "var(--mantine-color-closed-text)" : "inherit"}>
        {now === after ? shareOf(now) : texts.newShare(shareOf(now), shareOf(after))}
      </Text>{" "}
      <Text span>{texts.mustUpdate}</Text>
      <Text size="xs" c="dimmed" title={texts.rare(shareOf(traffic.other))}>
        {texts.ofRequests(traffic.requests)}
      </Text>
    </Box>
  );
}

interface StepNoticeProps {
  readonly platform: string;
  /** As published. */
  readonly policy: VersionPolicy;
  readonly traffic: CountedTraffic | null;
  /** Null means the user may not. */
  readonly onApply: (() => void) | null;
}

function StepNotice({ platform, policy, traffic, onApply }: StepNoticeProps) {
  const now = useNow();
  const forced = useMemo(() => traffic && stepForcedRequests(traffic, policy), [policy, traffic]);
  const { step } = policy;
  if (!step) return null;
  const isAhead = stepState(step, now) === "future";
  const share = isAhead && traffic ? formatShare(forced ?? 0, traffic.requests) : null;
  return (
    <Group gap="sm">
      <Box component="span" c={isAhead ? "planned" : "dimmed"} lh={0}>
        <Icon name="calendar" />
      </Box>
      <Text>{stepSentence(step, share, now)}</Text>
      {!isAhead && onApply && (
        <Button size="compact-sm" aria-label={stepTexts.applyOf(platform)} onClick={onApply}>
          {stepTexts.apply}
        </Button>
      )}
    </Group>
  );
}
