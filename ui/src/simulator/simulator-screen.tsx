import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { EmptyState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { AnswerPanel } from "./answer-panel.tsx";
import { QuestionFields } from "./question-fields.tsx";
import { readQuestion } from "./simulation.ts";
import { simulatorRoute } from "./simulator-route.ts";
import { simulatorTexts as texts } from "./simulator-texts.ts";
import { TimeControls, useInstant } from "./time-controls.tsx";

export function SimulatorScreen() {
  const { project } = simulatorRoute.useParams();
  const { screens } = sharedTexts;
  const head = useQuery(projectHeadQuery(project));
  return (
    <Screen title={screens.test} project={project}>
      {/* The key resets the simulator on a switch of projects: its results would be wrong there. */}
      <QueryState query={head}>{({ value }) => <Simulator key={project} head={value} />}</QueryState>
    </Screen>
  );
}

/** Milliseconds after the last keystroke before the request. */
const pause = 300;

function Simulator({ head }: { readonly head: Project }) {
  const search = simulatorRoute.useSearch();
  const { data: policies = [] } = useQuery(policyListQuery(head.id));
  const chosen = useInstant();
  const platform = search.platform ?? (policies.some(({ id }) => id === "ios") ? "ios" : (policies[0]?.id ?? "ios"));
  const { zone = ownZone } = search;
  const typed = readQuestion(search, platform);
  const [asked] = useDebouncedValue(JSON.stringify(typed), pause);
  const question = JSON.parse(asked) as typeof typed;
  return (
    <>
      <QuestionFields head={head} platform={platform} />
      <TimeControls project={head.id} question={question} chosen={chosen} zone={zone} />
      {question && typed ? (
        <AnswerPanel
          project={head.id}
          question={question}
          at={chosen.asked}
          isMoving={chosen.isMoving || JSON.stringify(typed) !== asked}
          zone={zone}
        />
      ) : (
        <EmptyState title={texts.askFirst}>
          {search.ask === "maintenance" ? texts.askFirstMaintenance : texts.askFirstConfig}
        </EmptyState>
      )}
    </>
  );
}
