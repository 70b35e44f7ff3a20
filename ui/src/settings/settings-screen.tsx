import { Stack } from "@mantine/core";
import { Screen } from "../elements/screen.tsx";
import { ScreenTabs } from "../elements/screen-tabs.tsx";
import { Members } from "../members/members.tsx";
import { Platforms } from "../platforms/platforms.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { ProjectTokens } from "../tokens/access-tokens.tsx";
import { Calendars } from "../tokens/calendars.tsx";
import { ApprovalSettings } from "./approval-settings.tsx";
import { DeleteProject } from "./delete-project.tsx";
import { GeneralSettings } from "./general-settings.tsx";
import { ProjectManifest } from "./project-manifest.tsx";
import { settingsRoute } from "./settings-route.ts";
import { settingsTexts as texts } from "./settings-texts.ts";

export function SettingsScreen() {
  const { project } = settingsRoute.useParams();
  const { tab = "general" } = settingsRoute.useSearch();
  const { screens } = sharedTexts;
  return (
    <Screen title={screens.settings} project={project}>
      <ScreenTabs label={screens.settings} tabs={texts.tabs} tab={tab}>
        <Stack gap="xl">
          {tab === "general" && (
            <>
              <GeneralSettings project={project} />
              <DeleteProject project={project} />
            </>
          )}
          {tab === "platforms" && <Platforms project={project} />}
          {tab === "approval" && <ApprovalSettings project={project} />}
          {tab === "members" && <Members project={project} />}
          {tab === "tokens" && (
            <>
              <ProjectTokens project={project} />
              <Calendars project={project} />
            </>
          )}
          {tab === "manifest" && <ProjectManifest project={project} />}
        </Stack>
      </ScreenTabs>
    </Screen>
  );
}
