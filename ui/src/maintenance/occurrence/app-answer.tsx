import { Blockquote, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { Simulation } from "drawbridge-rules/wire/simulation.ts";
import { useState } from "react";
import { LanguageTabs } from "../../elements/language-tabs.tsx";
import { QueryState } from "../../elements/query-state.tsx";
import { instanceListQuery } from "../../instances/instance-list.ts";
import { formatInstant, formatZonedInstant } from "../../texts/formats.ts";
import { policyListQuery } from "../../version-policies/version-policy-list.ts";
import { type Audience, appAnswerQuery, listAudiences } from "./occurrence-details.ts";
import { occurrenceTexts as texts } from "./occurrence-texts.ts";

interface AppAnswerProps {
  readonly project: string;
  readonly head: Project;
  readonly occurrence: ListedOccurrence;
  /** RFC 3339; null: now. */
  readonly at: string | null;
  /** Link to the same answer in the simulator. */
  readonly link: (audience: Audience) => React.ReactNode;
}

/** Exact answers of the server during the occurrence, to the apps that it covers. */
export function AppAnswer({ project, head, occurrence, at, link }: AppAnswerProps) {
  const policies = useQuery(policyListQuery(project));
  const instances = useQuery(instanceListQuery(project));
  const askers = listAudiences(
    occurrence,
    policies.data ?? [],
    (instances.data ?? []).map(({ id }) => id),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const asker = askers.find((each) => nameOf(each) === chosen) ?? askers[0];
  if (!asker || !policies.data) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {at === null ? texts.toldNow : texts.toldAt(formatZonedInstant(at, occurrence.zone))}
      </Text>
      {askers.length > 1 && (
        <Select
          label={texts.toldBy}
          searchable
          allowDeselect={false}
          limit={60}
          data={askers.map(nameOf)}
          value={nameOf(asker)}
          onChange={setChosen}
        />
      )}
      {asker.kind === "instance" ? (
        <LanguageAnswer project={project} asker={asker} at={at} lang={head.languages?.[0] ?? "en"} />
      ) : (
        <LanguageTabs languages={head.languages ?? []} isFilled={() => true}>
          {(language) => <LanguageAnswer project={project} asker={asker} at={at} lang={language} />}
        </LanguageTabs>
      )}
      {link(asker)}
    </Stack>
  );
}

function nameOf(audience: Audience): string {
  return audience.kind === "platform" ? `${audience.id} ${audience.version}` : audience.id;
}

interface LanguageAnswerProps {
  readonly project: string;
  readonly asker: Audience;
  readonly at: string | null;
  readonly lang: string;
}

function LanguageAnswer({ project, asker: audience, at, lang }: LanguageAnswerProps) {
  const told = useQuery(appAnswerQuery(project, audience, at, lang));
  return (
    <QueryState query={told}>
      {(answer) => (audience.kind === "platform" ? <Words answer={answer} lang={lang} /> : <Times answer={answer} />)}
    </QueryState>
  );
}

interface AnswerProps {
  readonly answer: Simulation;
}

function Words({ answer: { body }, lang }: AnswerProps & { readonly lang: string }) {
  const message = typeof body.message === "string" ? body.message : "";
  if (body.maintenance_active !== true && body.force_upgrade !== true) return <Text size="sm">{texts.toldNothing}</Text>;
  return (
    <>
      {body.force_upgrade === true && <Text size="sm">{texts.toldUpdate}</Text>}
      <Blockquote p="sm" lang={lang} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} fz="sm">
        {message === "" ? texts.toldNoText : message}
      </Blockquote>
      <Text size="xs" c="dimmed">
        {texts.toldTogether}
      </Text>
    </>
  );
}

function Times({ answer: { body, reason } }: AnswerProps) {
  if (!["scheduled", "announced", "active"].includes(reason)) return <Text size="sm">{texts.toldNothing}</Text>;
  return (
    <>
      <Text size="sm">{texts.toldInstance(formatInstant(String(body.start_time)), formatInstant(String(body.end_time)))}</Text>
      <Text size="xs" c="dimmed">
        {texts.toldOnlyInstances}
      </Text>
    </>
  );
}
