import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { Screen } from "../elements/screen.tsx";
import { ProjectManifest } from "../manifests/project-manifest.tsx";
import { Members } from "../members/members.tsx";
import { Platforms } from "../platforms/platforms.tsx";
import { DeleteProject } from "../projects/delete-project.tsx";
import { ProjectProtection } from "../protection/project-protection.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { ProjectTokens } from "../tokens/access-tokens.tsx";
import { Calendars } from "../tokens/calendars.tsx";
import { GeneralSettings } from "./general-settings.tsx";
import { type SettingsSection, settingsRoute, settingsSections } from "./settings-route.ts";
import { settingsTexts as texts } from "./settings-texts.ts";

export function SettingsScreen() {
  const { project } = settingsRoute.useParams();
  const { tab = "general" } = settingsRoute.useSearch();
  const navigate = settingsRoute.useNavigate();
  const { screens } = sharedTexts;
  return (
    <Screen title={screens.settings} project={project}>
      <Tabs value={tab} onChange={(chosen) => void navigate({ search: { tab: chosen as SettingsSection } })} keepMounted={false}>
        <Tabs.List aria-label={screens.settings}>
          {settingsSections.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {texts.sections[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          {contentOf(tab, project)}
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

function contentOf(section: SettingsSection, project: string): ReactNode {
  switch (section) {
    case "general":
      return <GeneralSettings project={project} />;
    case "platforms":
      return <Platforms project={project} />;
    case "approval":
      return <ProjectProtection project={project} />;
    case "members":
      return <Members project={project} />;
    case "tokens":
      return <ProjectTokens project={project} />;
    case "feeds":
      return <Calendars project={project} />;
    case "manifest":
      return <ProjectManifest project={project} />;
    case "delete":
      return <DeleteProject project={project} />;
  }
}
