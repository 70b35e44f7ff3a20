import { Code, Stack, Text, Title } from "@mantine/core";
import type { Token } from "drawbridge-rules/wire/token.ts";
import { credentialSearch } from "../credentials/credential-columns.tsx";
import { Quiet, WhenText } from "../elements/cells.tsx";
import { CollectionScreen, CollectionSection } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { fieldsOf } from "../elements/form-fields.tsx";
import { RoleChoice } from "../members/role-choice.tsx";
import { useMay } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { tokenTexts } from "./token-texts.ts";
import { requiredRoles, tokenAddress, useTokens } from "./tokens.tsx";

const texts = tokenTexts.access;
const { screens, roles } = sharedTexts;

export function TokensScreen() {
  return <CollectionScreen title={screens.tokens} address={tokenAddress} {...useAccessTokens(null)} />;
}

export function ProjectTokens({ project }: { readonly project: string }) {
  const tokens = useAccessTokens(project);
  if (useMay(project, requiredRoles.access)) return <CollectionSection title={texts.title} address={tokenAddress} {...tokens} />;
  return (
    <Stack gap="sm">
      <Title order={2}>{texts.title}</Title>
      <Text>{texts.ofProjectRead}</Text>
    </Stack>
  );
}

const bearer = "Authorization: Bearer …";

function useAccessTokens(project: string | null) {
  const tokens = useTokens({
    kind: "access",
    project,
    columns,
    scope: (token) => ({
      [texts.columns.role]: token.role && roles[token.role],
      [texts.columns.maker]: maker(token),
      [texts.columns.used]: used(token),
    }),
    fields: (edited) => (
      <>
        <Text>{texts.nobodys}</Text>
        {project === null ? <Text>{texts.ofServerHint}</Text> : <RoleChoice {...fieldsOf(edited, texts).field("role")} />}
      </>
    ),
    usage: () => (
      <Text>
        {`${texts.howToSend} `}
        <Code>{bearer}</Code>
      </Text>
    ),
  });
  return { ...tokens, ...credentialSearch };
}

const columns: readonly Column<Token>[] = [
  {
    key: "role",
    title: texts.columns.role,
    render: ({ role }) => <span style={{ whiteSpace: "nowrap" }}>{role && roles[role]}</span>,
  },
  { key: "used", title: texts.columns.used, render: used },
  { key: "maker", title: texts.columns.maker, render: maker },
];

function maker({ created_by: id, created_by_name: name }: Token) {
  return id === null ? <Quiet>{texts.noMaker}</Quiet> : (name ?? texts.makerGone);
}

function used({ last_used_at: at = null }: Token) {
  return <WhenText at={at} never={texts.neverUsed} />;
}
