import { Checkbox, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryState } from "../elements/query-state.tsx";
import { useFormats } from "../texts/formats.ts";
import { useLanguage, useTexts } from "../texts/language.tsx";
import { peopleTexts } from "./people-texts.ts";
import { personQuery } from "./person-list.ts";

export interface LeftTokensProps {
  /** Id. */
  readonly person: string;
  /** Whether they are to be revoked in the same step. */
  readonly isRevoked: boolean;
  readonly onChange: (isRevoked: boolean) => void;
  /** What stays besides. */
  readonly children?: ReactNode;
}

/** Names of tokens that are shown: of more, how many there are. */
const mostShown = 10;

/** What goes on when somebody is gone: the access tokens that they created, unless they are revoked too. */
export function LeftTokens({ person, isRevoked, onChange, children }: LeftTokensProps) {
  const texts = useTexts(peopleTexts);
  const { locale } = useLanguage();
  const { list } = useFormats();
  const detail = useQuery(personQuery(person));
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.stays}
      </Text>
      {children}
      <QueryState query={detail}>
        {({ made_tokens: tokens, made_token_count: count }) => {
          if (count === 0) return <Text size="sm">{texts.tokensNone}</Text>;
          const names = tokens.slice(0, mostShown).map(({ name, project }) => texts.tokenOf(name, project ?? texts.ofServer));
          const more = count > names.length ? [texts.tokensMore(count - names.length, locale)] : [];
          return (
            <>
              <Text size="sm">{texts.tokensStay(list([...names, ...more]))}</Text>
              <Checkbox
                mt="xs"
                label={texts.revokeTokens(count, locale)}
                checked={isRevoked}
                onChange={({ currentTarget }) => onChange(currentTarget.checked)}
              />
            </>
          );
        }}
      </QueryState>
    </div>
  );
}
