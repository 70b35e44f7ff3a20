/** Test: an app asks, and the answer is in view, with its reason and the phone. */
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { Adoption } from "drawbridge-rules/wire/adoption.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useState } from "react";
import { dayTrafficQuery } from "../adoption/adoption-list.ts";
import { LoadingState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type ListedPlatform, listPlatforms, policyListQuery } from "../version-policies/version-policy-list.ts";
import { Answer } from "./answer.tsx";
import { QuestionRow } from "./question-row.tsx";
import type { Question } from "./simulation.ts";
import { simulatorRoute } from "./simulator-route.ts";

export function SimulatorScreen() {
  const { project } = simulatorRoute.useParams();
  const head = useQuery(projectHeadQuery(project));
  const policies = useQuery(policyListQuery(project));
  // The versions that users have: the usual question is about one of them.
  const traffic = useQuery(dayTrafficQuery(project));
  return (
    <Screen title={sharedTexts.screens.test} project={project}>
      <QueryState query={head}>
        {({ value }) => (
          <QueryState query={policies}>
            {(list) =>
              traffic.isPending ? (
                <LoadingState />
              ) : (
                <Simulator key={project} head={value} platforms={listPlatforms(list)} traffic={traffic.data} />
              )
            }
          </QueryState>
        )}
      </QueryState>
    </Screen>
  );
}

/** Milliseconds after the last keystroke before the request. */
const pause = 300;

interface SimulatorProps {
  readonly head: Project;
  readonly platforms: readonly ListedPlatform[];
  readonly traffic: Adoption | undefined;
}

function Simulator({ head, platforms, traffic: latest }: SimulatorProps) {
  // The counts are refetched; the default question stays.
  const [traffic] = useState(latest);
  const search = simulatorRoute.useSearch();
  const platform = search.platform ?? mostUsedPlatform(platforms, traffic);
  const own = platforms.find(({ id }) => id === platform.toLowerCase());
  const typed: Question = {
    platform,
    version: search.version?.trim() || exampleVersion(platform, own, traffic),
    instance: search.instance ?? "",
    lang: search.lang ?? "",
    at: search.at ?? null,
  };
  const text = JSON.stringify(typed);
  const [asked] = useDebouncedValue(text, pause);
  const names = Object.fromEntries(platforms.flatMap(({ id, policy }) => (policy?.name ? [[id, policy.name]] : [])));
  const reader = consoleReader({ platform: names });
  return (
    <>
      <QuestionRow head={head} platforms={platforms} platformName={reader.names.platform} question={typed} />
      <Answer head={head} question={JSON.parse(asked) as Question} isTyping={text !== asked} reader={reader} />
    </>
  );
}

function mostUsedPlatform(platforms: readonly ListedPlatform[], traffic: Adoption | undefined): string {
  const requested = traffic?.platforms.toSorted((a, b) => b.total.requests - a.total.requests)[0];
  return (requested && requested.total.requests > 0 ? requested.platform : platforms[0]?.id) ?? "ios";
}

/** The most used version, or the one that the rules name. */
function exampleVersion(platform: string, own: ListedPlatform | undefined, traffic: Adoption | undefined): string {
  const [most] = traffic?.platforms.find((each) => each.platform === platform.toLowerCase())?.versions ?? [];
  return most?.version ?? own?.policy?.recommended ?? own?.policy?.minimum ?? "1.0.0";
}
