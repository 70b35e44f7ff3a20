import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryState } from "../elements/query-state.tsx";
import { useFormats } from "../texts/formats.ts";
import { useTexts } from "../texts/language.tsx";
import { peopleTexts } from "./people-texts.ts";
import { leftTokenQuery } from "./person-list.ts";

export interface LeftTokensProps {
  /** Id. */
  readonly person: string;
  /** What stays besides. */
  readonly children?: ReactNode;
}

/** What goes on when somebody is gone: the tokens that they made. */
export function LeftTokens({ person, children }: LeftTokensProps) {
  const texts = useTexts(peopleTexts);
  const { list } = useFormats();
  const tokens = useQuery(leftTokenQuery(person));
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.stays}
      </Text>
      {children}
      <QueryState query={tokens}>
        {(found) => {
          const names = found.map(({ name, project }) => texts.tokenOf(name, project ?? texts.ofServer));
          return <Text size="sm">{found.length === 0 ? texts.tokensNone : texts.tokensStay(list(names))}</Text>;
        }}
      </QueryState>
    </div>
  );
}
