/** What scripts open this project with: a part of its settings. */
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useId, useState } from "react";
import { Icon } from "../elements/icon.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { useTexts } from "../texts/language.tsx";
import { keeper } from "./access-token-list.ts";
import type { AccessTokenSearch } from "./access-token-search.ts";
import { accessTokenTexts } from "./access-token-texts.ts";
import { AccessTokens } from "./access-tokens.tsx";

export interface ProjectTokensProps {
  readonly project: string;
  /** Where the address says what is open; else it is forgotten with the page. */
  readonly search?: AccessTokenSearch;
  readonly onSearch?: (search: AccessTokenSearch) => void;
}

export function ProjectTokens({ project, search: given = {}, onSearch }: ProjectTokensProps) {
  const texts = useTexts(accessTokenTexts);
  const heading = useId();
  const isKeeper = isAtLeast(useRole(project), keeper);
  const [own, setOwn] = useState<AccessTokenSearch>({});
  const [search, setSearch] = onSearch ? [given, onSearch] : [own, setOwn];
  const go = (next: AccessTokenSearch) => setSearch({ query: search.query, state: search.state, ...next });
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
