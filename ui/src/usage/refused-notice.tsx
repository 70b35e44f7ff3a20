import { Alert, Anchor, List, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { usageTexts as texts } from "./usage-texts.ts";
import { useRefusedAnywhere, useRefusedAttention } from "./use-refused.ts";

/** Lists the keys of the project with which apps are refused. */
export function RefusedNotice({ project }: { readonly project: string }) {
  const items = useRefusedAttention(project) ?? [];
  if (items.length === 0) return null;
  return (
    <Alert color="orange" title={texts.noticeTitle}>
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
