import { useQuery } from "@tanstack/react-query";
import { QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { windowListQuery } from "../maintenance/windows/window-list.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { messagesRoute } from "../routes.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { MessageEditor } from "./message-editor.tsx";

export function MessagesScreen() {
  const { project } = messagesRoute.useParams();
  const head = useQuery(projectHeadQuery(project));
  const policies = useQuery(policyListQuery(project));
  const windows = useQuery(windowListQuery(project));
  return (
    <Screen title={sharedTexts.screens.messages} project={project}>
      <QueryState query={head}>
        {({ value, etag }) => (
          <QueryState query={policies}>
            {(list) => <MessageEditor key={project} head={value} etag={etag} policies={list} windows={windows.data ?? []} />}
          </QueryState>
        )}
      </QueryState>
    </Screen>
  );
}
