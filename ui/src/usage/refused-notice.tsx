import { Alert, Anchor, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readKeyListQuery } from "../read-keys/read-key-list.ts";
import { useSession } from "../session/session.ts";
import { anonymousTexts, type RefusedItem, refusedApps } from "./refused-attention.ts";
import { installationUsageQuery, projectUsageQuery } from "./usage-list.ts";
import { usageTexts as texts } from "./usage-texts.ts";

/** Lists the keys of the project with which apps are refused. */
export function RefusedNotice({ project }: { readonly project: string }) {
  const items = useRefusedAttention(project) ?? [];
  if (items.length === 0) return null;
  return (
    <Alert color="caution" title={texts.noticeTitle}>
      <Stack gap="xs">
        <List size="sm">
          {items.map(({ key, text, to, search }) => (
            <List.Item key={key}>
              <Anchor fz="sm" renderRoot={(props) => <Link {...props} to={to} params={{ project }} search={search ?? {}} />}>
                {text}
              </Anchor>
            </List.Item>
          ))}
        </List>
        <Text size="sm">{texts.notice}</Text>
      </Stack>
    </Alert>
  );
}

/** Tells administrators of requests that belong to no project. */
export function RefusedAnywhereNotice() {
  const anywhere = useRefusedAnywhere();
  if (anywhere.length === 0) return null;
  return (
    <Alert color="gray" title={texts.anonymousTitle}>
      <Stack gap="xs">
        <List size="sm">
          {anywhere.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
        <Text size="sm">{texts.anonymous}</Text>
      </Stack>
    </Alert>
  );
}

/** Refused requests of a project; undefined: not loaded yet. */
function useRefusedAttention(project: string): readonly RefusedItem[] | undefined {
  const usage = useQuery(projectUsageQuery(project)).data;
  const keys = useQuery(readKeyListQuery(project)).data;
  return usage && keys && refusedApps.find({ usage, keys });
}

/** Sentences for requests that belong to no project; empty for users who are no administrators. */
function useRefusedAnywhere(): readonly string[] {
  const { administrator } = useSession();
  const usage = useQuery({ ...installationUsageQuery, enabled: administrator }).data;
  return usage ? anonymousTexts(usage) : [];
}
