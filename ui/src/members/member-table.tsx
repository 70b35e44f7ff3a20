import { Anchor, Badge, Text } from "@mantine/core";
import type { Member } from "drawbridge-rules/wire/member.ts";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { memberTexts as texts } from "./member-texts.ts";

interface MemberTableProps {
  readonly members: readonly Member[];
  /** Null: the user may not change roles. */
  readonly onOpen: ((person: string) => void) | null;
}

export function MemberTable({ members, onOpen }: MemberTableProps) {
  const { roles } = sharedTexts;
  const columns: readonly Column<Member>[] = [
    { key: "name", title: texts.columns.name, render: (member) => <Name member={member} onOpen={onOpen} /> },
    { key: "login", title: texts.columns.login, render: ({ login }) => login ?? "–" },
    { key: "role", title: texts.columns.role, render: ({ role }) => roles[role] },
  ];
  return <DataTable label={texts.title} columns={columns} rows={members} rowKey={({ person }) => person} />;
}

function Name({ member, onOpen }: { readonly member: Member; readonly onOpen: MemberTableProps["onOpen"] }) {
  const { person: self } = useSession();
  const { person, name, disabled } = member;
  const shown = name ?? texts.erased(person);
  return (
    <>
      {onOpen ? (
        <Anchor component="button" type="button" fz="sm" fw={600} ta="start" onClick={() => onOpen(person)}>
          {shown}
        </Anchor>
      ) : (
        <Text span size="sm" fw={600}>
          {shown}
        </Text>
      )}
      {self?.id === person && <Text span size="sm" c="dimmed">{` (${texts.you})`}</Text>}
      {disabled && (
        <Badge ml="xs" size="sm" variant="light" color="gray" tt="none" title={texts.disabledMeaning}>
          {texts.disabled}
        </Badge>
      )}
    </>
  );
}
