/** Tokens of one kind, of the installation or of a project: their list, with drawers for the open one and for a new one. */
import { useQuery } from "@tanstack/react-query";
import type { TokenKind } from "drawbridge-rules/credentials/token.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { CreatedToken, Token } from "drawbridge-rules/wire/token.ts";
import type { ReactNode } from "react";
import { CredentialDetails } from "../credentials/credential-details.tsx";
import { Credentials } from "../credentials/credentials.tsx";
import { type FieldsProps, NewCredential } from "../credentials/new-credential.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { createToken, emptyForm, revokeToken, type TokenForm, tokenListQuery } from "./token-list.ts";
import { tokenTexts } from "./token-texts.ts";

interface TokensProps {
  readonly kind: TokenKind;
  /** Null: of the installation. */
  readonly project: string | null;
  /** Id of the open one. */
  readonly open: string | undefined;
  readonly isNew: boolean;
  /** The drawer is closed. */
  readonly onClose: () => void;
  readonly list: (tokens: readonly Token[]) => ReactNode;
  /** Facts about its scope, and its use. */
  readonly scope: (token: Token) => ReactNode;
  readonly use?: (token: Token) => ReactNode;
  /** Role in the project required to revoke it; absent: everyone who can see it. */
  readonly keeper?: Role;
  /** Shown before it is revoked. */
  readonly warning?: (token: Token) => ReactNode;
  /** Fields for its scope. */
  readonly fields: (fields: FieldsProps<TokenForm>) => ReactNode;
  /** How to use a new one. */
  readonly usage: (token: CreatedToken) => ReactNode;
}

export function Tokens({ kind, project, open, isNew, onClose, list, scope, use, keeper, warning, fields, usage }: TokensProps) {
  const texts = tokenTexts[kind];
  const details = (token: Token) => (
    <CredentialDetails
      key={token.id}
      project={project}
      value={token}
      texts={texts}
      scope={scope(token)}
      use={use?.(token)}
      warning={warning?.(token)}
      {...(keeper ? { keeper } : {})}
      revoke={(id, idempotencyKey) => revokeToken(project, id, idempotencyKey)}
      onClose={onClose}
    />
  );
  const form = (
    <NewCredential
      project={project}
      resource={`${project ?? ""}/tokens/${kind}/create`}
      empty={emptyForm}
      texts={texts}
      fields={["role", "instance", "projects"]}
      send={(values, idempotencyKey) => createToken(project, kind, values, idempotencyKey)}
      made={(made) => (
        <ShownOnce title={texts.created} text={made.calendar ?? made.token} name={texts.theToken} onDone={onClose}>
          {usage(made)}
        </ShownOnce>
      )}
      onClose={onClose}
    >
      {fields}
    </NewCredential>
  );
  return (
    <Credentials
      query={useQuery(tokenListQuery(project, kind))}
      texts={texts}
      open={open}
      onClose={onClose}
      list={list}
      details={details}
      form={isNew ? form : null}
    />
  );
}
