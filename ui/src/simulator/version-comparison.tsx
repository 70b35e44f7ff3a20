import { Button, Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { VersionText } from "../elements/fact.tsx";
import { formatZonedInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { type Question, simulationQuery } from "./simulation.ts";
import { simulatorRoute } from "./simulator-route.ts";
import { simulatorTexts as texts } from "./simulator-texts.ts";
import { namedVersions, versionsIn } from "./version-list.ts";

interface VersionComparisonProps {
  readonly project: string;
  readonly platform: string;
  /** RFC 3339; null: now. */
  readonly at: string | null;
  readonly zone: string;
}

/** Milliseconds after the last keystroke before the request. */
const pause = 400;

/** Several versions at the same instant, side by side. */
export function VersionComparison({ project, platform, at, zone }: VersionComparisonProps) {
  const { compare = "" } = simulatorRoute.useSearch();
  const navigate = simulatorRoute.useNavigate();
  const { data: policies = [] } = useQuery(policyListQuery(project));
  const named = namedVersions(policies.find(({ id }: Platform) => id === platform.toLowerCase()));
  const [typed] = useDebouncedValue(compare, pause);
  const change = (text: string) =>
    void navigate({ search: (before) => ({ ...before, compare: text === "" ? undefined : text }), replace: true });
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.compare}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4">
            {texts.compare}
          </Title>
          <Text size="sm" c="dimmed">
            {at === null ? texts.compareNow(platform) : texts.compareAt(platform, formatZonedInstant(at, zone))}
          </Text>
        </div>
        <Group gap="sm" align="flex-end">
          <TextInput
            w="28rem"
            maw="100%"
            label={texts.compareField}
            description={texts.compareHint}
            autoComplete="off"
            spellCheck={false}
            value={compare}
            onChange={({ currentTarget: { value } }) => change(value)}
          />
          {named.length > 0 && (
            <Button variant="default" onClick={() => change(named.join(", "))}>
              {texts.comparePolicy}
            </Button>
          )}
        </Group>
        <ComparedVersions project={project} platform={platform} at={at} versions={versionsIn(typed)} />
      </Stack>
    </Paper>
  );
}

interface ComparedVersionsProps extends Omit<VersionComparisonProps, "zone"> {
  readonly versions: readonly string[];
}

function ComparedVersions({ project, platform, at, versions }: ComparedVersionsProps) {
  const { lang = "" } = simulatorRoute.useSearch();
  if (versions.length === 0) return null;
  const questionOf = (version: string): Question => ({ ask: "config", platform, version, lang: lang.trim() });
  const columns: readonly Column<string>[] = [
    { key: "version", title: texts.version, render: (version) => <VersionText version={version} /> },
    {
      key: "answer",
      title: texts.compareAnswer,
      render: (version) => <Compared project={project} question={questionOf(version)} at={at} show="answer" />,
    },
    {
      key: "message",
      title: texts.compareMessage,
      render: (version) => <Compared project={project} question={questionOf(version)} at={at} show="message" />,
    },
  ];
  return <DataTable label={texts.compare} columns={columns} rows={versions} rowKey={(version) => version} />;
}

interface ComparedProps {
  readonly project: string;
  readonly question: Question;
  readonly at: string | null;
  readonly show: "answer" | "message";
}

/** One cell of a version. Both cells share one request. */
function Compared({ project, question, at, show }: ComparedProps) {
  const { review, states } = sharedTexts;
  const { data, error } = useQuery(simulationQuery(project, question, at));
  if (!data) return error ? states.failed : states.loading;
  const { status, reason, body } = data.simulation;
  if (show === "message") return String(status === 200 ? body.message : (body.detail ?? ""));
  const [rule = "", ...more] = reason.split(", ");
  const words: Readonly<Record<string, string>> = review.decided;
  const said = status === 200 ? (Object.hasOwn(words, rule) && words[rule]) || rule : texts.errorOf(reason);
  return (
    <Text
      span
      size="sm"
      fw={body.force_upgrade === true ? 600 : 400}
      c={body.force_upgrade === true ? "var(--mantine-color-error)" : "inherit"}
    >
      {more.includes("maintenance") ? texts.inMaintenanceToo(said) : said}
    </Text>
  );
}
