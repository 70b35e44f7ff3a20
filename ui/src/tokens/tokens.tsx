import { queryOptions, useQuery } from "@tanstack/react-query";
import type { TokenKind } from "drawbridge-rules/credentials/token.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { CreatedToken, Token } from "drawbridge-rules/wire/token.ts";
import type { ReactNode } from "react";
import { credentialColumns, credentialList, newestFirst } from "../credentials/credential-columns.tsx";
import { CredentialDetails, NewCredential, parseExpiry } from "../credentials/credential-drawers.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import type { Column } from "../elements/data-table.tsx";
import type { FieldsProps } from "../elements/form-fields.tsx";
import { admin, projectQueryKey, serverQueryKey } from "../server-connection.ts";
import { useMay } from "../session/session.ts";
import { tokenTexts } from "./token-texts.ts";

export const requiredRoles = { access: "owner", calendar: "operator", edge: "owner" } as const satisfies Record<TokenKind, Role>;

/** For a screen that has other items too. */
export const tokenAddress = { open: "token", create: "createToken" };

/** @param project null means the installation */
function tokenListQuery(project: string | null, kind: TokenKind) {
  return queryOptions({
    queryKey: project === null ? serverQueryKey("tokens", kind) : projectQueryKey(project, "tokens", kind),
    queryFn: () =>
      project === null ? admin.listAll("listTokens", { kind }) : admin.listAll("listProjectTokens", { project, kind }),
    select: newestFirst<Token>,
  });
}

export interface TokenForm {
  readonly name: string;
  readonly role: Role;
  /** Used by calendars; "" means the whole project. */
  readonly instance: string;
  readonly opens: "all" | "some";
  readonly projects: readonly string[];
  /** On the browser's clock; "" means never. */
  readonly expiry: string;
}

const emptyForm: TokenForm = { name: "", role: "operator", instance: "", opens: "all", projects: [], expiry: "" };

function createToken(
  project: string | null,
  kind: TokenKind,
  { name, role, instance, opens, projects, expiry }: TokenForm,
  idempotencyKey: string,
): Promise<CreatedToken> {
  const scope = {
    access: project === null ? {} : { role },
    calendar: instance === "" ? {} : { instance },
    edge: opens === "all" ? {} : { projects },
  };
  const body = { kind, name, expires_at: parseExpiry(expiry), ...scope[kind] };
  return project === null
    ? admin.createToken({ body, idempotencyKey })
    : admin.createProjectToken({ project, body, idempotencyKey });
}

interface TokensProps {
  readonly kind: TokenKind;
  readonly project: string | null;
  readonly columns: readonly Column<Token>[];
  readonly scope: (token: Token) => Readonly<Record<string, ReactNode>>;
  readonly warning?: (token: Token) => ReactNode;
  readonly fields: (fields: FieldsProps<TokenForm>) => ReactNode;
  readonly usage: (token: CreatedToken) => ReactNode;
}

export function useTokens({ kind, project, columns, scope, warning, fields, usage }: TokensProps) {
  const texts = tokenTexts[kind];
  const role = requiredRoles[kind];
  const mayRead = useMay(project, role) || kind === "calendar";
  return {
    ...credentialList,
    project,
    role,
    texts,
    items: useQuery({ ...tokenListQuery(project, kind), enabled: mayRead }),
    columns: [credentialColumns.state, ...columns, credentialColumns.expiry, credentialColumns.last],
    details: (token: Token | null, _id: string, close: () => void) =>
      token && (
        <CredentialDetails
          project={project}
          role={role}
          value={token}
          texts={texts}
          scope={scope(token)}
          warning={warning?.(token)}
          revoke={(id, idempotencyKey) => {
            if (project === null) return admin.revokeToken({ token: id, idempotencyKey });
            return admin.revokeProjectToken({ project, token: id, idempotencyKey });
          }}
          onClose={close}
        />
      ),
    form: (close: () => void) => (
      <NewCredential
        project={project}
        resource={`${project ?? ""}/tokens/${kind}/create`}
        empty={emptyForm}
        texts={texts}
        fields={["role", "instance", "projects"]}
        send={(values, idempotencyKey) => createToken(project, kind, values, idempotencyKey)}
        made={(made) => (
          <ShownOnce title={texts.created} text={made.calendar ?? made.token} name={texts.theToken} onDone={close}>
            {usage(made)}
          </ShownOnce>
        )}
        onClose={close}
      >
        {fields}
      </NewCredential>
    ),
  };
}
