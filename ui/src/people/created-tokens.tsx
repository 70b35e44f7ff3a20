import { Checkbox, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryState } from "../elements/query-state.tsx";
import { useFormats } from "../texts/formats.ts";
import { locale } from "../texts/locale.ts";
import { peopleTexts as texts } from "./people-texts.ts";
import { personQuery } from "./person-list.ts";

interface LeftTokensProps {
  /** Id. */
  readonly person: string;
  /** True if the same step revokes them. */
  readonly isRevoked: boolean;
  readonly onChange: (isRevoked: boolean) => void;
  /** Further items that stay. */
  readonly children?: ReactNode;
}

/** Maximum token names shown; more are only counted. */
const maxShown = 10;

/** Access tokens that a departing person created: they keep working unless they are revoked in the same step. */
export function CreatedTokens({ person, isRevoked, onChange, children }: LeftTokensProps) {
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
          const names = tokens.slice(0, maxShown).map(({ name, project }) => texts.tokenOf(name, project ?? texts.ofServer));
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
