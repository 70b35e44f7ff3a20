/** Access tokens that scripts use for this project, shown in its settings. */
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useId } from "react";
import { Icon } from "../elements/icon.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { requiredRole } from "./access-token-list.ts";
import { accessTokenTexts as texts } from "./access-token-texts.ts";
import { AccessTokens } from "./access-tokens.tsx";
import type { AccessTokenSearch } from "./access-tokens-route.ts";

interface ProjectTokensProps {
  readonly project: string;
  readonly search: AccessTokenSearch;
  readonly onSearch: (search: AccessTokenSearch) => void;
}

export function ProjectTokens({ project, search, onSearch }: ProjectTokensProps) {
  const heading = useId();
  const isKeeper = isAtLeast(useRole(project), requiredRole);
  const go = (next: AccessTokenSearch) => onSearch({ query: search.query, state: search.state, ...next });
  const create = (
    <Button leftSection={<Icon name="plus" size={1} />} onClick={() => go({ createToken: true })}>
      {texts.create}
    </Button>
  );
  return (
    <Stack component="section" gap="sm" aria-labelledby={heading}>
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} id={heading}>
            {texts.projectTitle}
          </Title>
          <Text size="sm" c="dimmed" maw="60ch">
            {texts.ofProject} {isKeeper ? texts.nobodys : texts.ofProjectRead}
          </Text>
        </div>
        {isKeeper && create}
      </Group>
      {isKeeper && <AccessTokens project={project} search={search} go={go} createButton={create} />}
    </Stack>
  );
}
