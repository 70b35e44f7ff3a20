import { Anchor, Badge, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ListedPerson } from "drawbridge-rules/wire/person.ts";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { useSession } from "../session/session.ts";
import { useFormats } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./people.module.css";
import { peopleRoute } from "./people-route.ts";
import { peopleTexts } from "./people-texts.ts";
import { personState } from "./person-list.ts";

export function PersonTable({ people }: { readonly people: readonly ListedPerson[] }) {
  const { columns: titles } = peopleTexts;
  const { screens } = sharedTexts;
  const columns: readonly Column<ListedPerson>[] = [
    { key: "name", title: titles.name, render: (person) => <Name person={person} /> },
    { key: "login", title: titles.login, render: ({ login }) => <span className={classes.login}>{login}</span> },
    { key: "roles", title: titles.roles, render: (person) => <Roles person={person} most={2} /> },
    { key: "ways", title: titles.ways, render: (person) => <SignInMethods person={person} /> },
    { key: "state", title: titles.state, render: (person) => <StateBadge person={person} /> },
    { key: "seen", title: titles.seen, render: (person) => <LastSeen person={person} /> },
  ];
  return <DataTable label={screens.people} columns={columns} rows={people} rowKey={({ id }) => id} />;
}

function Name({ person: { id, name } }: { readonly person: ListedPerson }) {
  const texts = peopleTexts;
  const { person: self } = useSession();
  return (
    <>
      <Anchor
        fz="sm"
        fw={600}
        underline={self?.id === id ? "always" : "hover"}
        style={{ overflowWrap: "anywhere" }}
        renderRoot={(props) => (
          <Link {...props} from={peopleRoute.fullPath} search={({ query, state }) => ({ query, state, open: id })}>
            {name}
          </Link>
        )}
      />
      {self?.id === id && <Text span size="sm" c="dimmed">{` (${texts.you})`}</Text>}
    </>
  );
}

/** @param most how many roles are shown, if not all */
export function Roles({
  person: { administrator, roles, disabled_at: disabled },
  most,
}: {
  readonly person: ListedPerson;
  readonly most?: number;
}) {
  const texts = peopleTexts;
  const { shell, roles: names, actions } = sharedTexts;
  if (administrator) return texts.administrator;
  if (roles.length === 0)
    return (
      <Text span size="sm" c="dimmed">
        {disabled === null ? texts.noRoles : texts.nothing}
      </Text>
    );
  const shown = most !== undefined && roles.length > most + 1 ? roles.slice(0, most) : roles;
  return (
    <Stack gap={0} component="span">
      {shown.map(({ project, role }) => (
        <span key={project}>{shell.roleOf(names[role], project)}</span>
      ))}
      {shown.length < roles.length && (
        <Text span size="xs" c="dimmed">
          {`+ ${roles.length - shown.length}`}
          <span className="visually-hidden">{` ${actions.more(roles.length - shown.length)}`}</span>
        </Text>
      )}
    </Stack>
  );
}

export function SignInMethods({ person: { has_password: password, has_identity: identity } }: { readonly person: ListedPerson }) {
  const { ways } = peopleTexts;
  const { list } = useFormats();
  const found = [...(password ? [ways.password] : []), ...(identity ? [ways.provider] : [])];
  if (found.length > 0) return list(found);
  return (
    <Text span size="sm" c="dimmed">
      {ways.none}
    </Text>
  );
}

const colors = { active: "green", invited: "blue", disabled: "gray" } as const;

export function StateBadge({ person }: { readonly person: ListedPerson }) {
  const texts = peopleTexts;
  const state = personState(person);
  return (
    <Badge variant="light" color={colors[state]} tt="none" miw="max-content" title={texts.statesMeaning[state]}>
      {texts.states[state]}
    </Badge>
  );
}

export function LastSeen({ person: { seen_at: seen } }: { readonly person: ListedPerson }) {
  const texts = peopleTexts;
  if (seen !== null) return <InstantText at={seen} show="relative" />;
  return (
    <Text span size="sm" c="dimmed">
      {texts.signedInNowhere}
    </Text>
  );
}
