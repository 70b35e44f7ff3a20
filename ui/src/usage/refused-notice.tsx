import { Alert, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { readKeyListQuery } from "../connect/read-key-list.ts";
import { ScreenLink } from "../elements/screen.tsx";
import { useSession } from "../session/session.ts";
import { installationUsageQuery, projectUsageQuery } from "./usage-list.ts";
import { usageTexts as texts } from "./usage-texts.ts";

export function RefusedNotice({ project }: { readonly project: string }) {
  const refused = useQuery(projectUsageQuery(project)).data?.refused ?? [];
  const keys = useQuery(readKeyListQuery(project)).data;
  if (!keys || refused.length === 0) return null;
  return (
    <Notice color="caution" title={texts.noticeTitle} meaning={texts.notice}>
      {refused.map(({ key, reason, requests, example }) => (
        <List.Item key={`${reason} ${key}`}>
          <ScreenLink project={project} to="/projects/$project/connect" search={{ tab: "keys", edit: key }}>
            {texts.refusedWith(keys.find(({ id }) => id === key)?.name || key, texts.refusedOf[reason](requests, example ?? ""))}
          </ScreenLink>
        </List.Item>
      ))}
    </Notice>
  );
}

/** Administrators see requests that belong to no project. */
export function RefusedAnywhereNotice() {
  const { administrator } = useSession();
  const refused = useQuery({ ...installationUsageQuery, enabled: administrator }).data?.refused ?? [];
  if (refused.length === 0) return null;
  return (
    <Notice color="gray" title={texts.anonymousTitle} meaning={texts.anonymous}>
      {refused.map(({ reason, requests }) => (
        <List.Item key={reason}>{texts.refusedWithout[reason](requests)}</List.Item>
      ))}
    </Notice>
  );
}

interface NoticeProps {
  readonly color: string;
  readonly title: string;
  readonly meaning: string;
  readonly children: ReactNode;
}

function Notice({ color, title, meaning, children }: NoticeProps) {
  return (
    <Alert color={color} title={title}>
      <Stack gap="xs">
        <List size="sm">{children}</List>
        <Text>{meaning}</Text>
      </Stack>
    </Alert>
  );
}
