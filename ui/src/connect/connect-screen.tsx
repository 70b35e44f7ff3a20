import { Screen } from "../elements/screen.tsx";
import { ScreenTabs } from "../elements/screen-tabs.tsx";
import { Instances } from "../instances/instances.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { connectRoute } from "./connect-route.ts";
import { ConnectSteps } from "./connect-steps.tsx";
import { connectTexts as texts } from "./connect-texts.ts";
import { ReadKeys } from "./read-keys.tsx";

/** Everything between a project and its apps: steps to the first answer, keys, and the instances that apps ask about. */
export function ConnectScreen() {
  const { project } = connectRoute.useParams();
  const { tab = "steps" } = connectRoute.useSearch();
  const { screens } = sharedTexts;
  return (
    <Screen title={screens.connect} project={project}>
      <ScreenTabs label={screens.connect} tabs={texts.tabs} tab={tab}>
        {tab === "steps" && <ConnectSteps key={project} project={project} />}
        {tab === "keys" && <ReadKeys project={project} />}
        {tab === "instances" && <Instances project={project} />}
      </ScreenTabs>
    </Screen>
  );
}
