/** Members of a project and their roles: a section of its settings. */
import { Alert, Anchor, Badge, Button, Drawer, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Member } from "drawbridge-rules/wire/member.ts";
import { useId, useState } from "react";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { Icon } from "../elements/icon.tsx";
import { EmptyState, QueryState } from "../elements/query-state.tsx";
import { isAtLeast, useRole, useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { AddMember, MemberForm } from "./member-form.tsx";
import { inOrder, memberListQuery, requiredRole } from "./member-list.ts";
import { memberTexts as texts } from "./member-texts.ts";

/** Open member by id; `""` adds one; undefined: none. */
type OpenMember = string | undefined;

interface ProjectMembersProps {
  readonly project: string;
  /** Absent: the address does not hold the open member, and a reload closes it. */
  readonly open?: OpenMember;
  readonly onOpen?: (open: OpenMember) => void;
}

export function ProjectMembers({ project, open: given, onOpen }: ProjectMembersProps) {
  const heading = useId();
  const members = useQuery(memberListQuery(project));
  const mayEdit = isAtLeast(useRole(project), requiredRole);
  const [own, setOwn] = useState<OpenMember>(undefined);
  const [open, setOpen] = onOpen ? [given, onOpen] : [own, setOwn];
  const add = (
    <Button leftSection={<Icon name="plus" size={1} />} onClick={() => setOpen("")}>
      {texts.add}
    </Button>
  );
  return (
    <Stack component="section" gap="sm" aria-labelledby={heading}>
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} id={heading}>
            {texts.title}
          </Title>
          <Text size="sm" c="dimmed" maw="60ch">
            {texts.meaning} {texts.administrators}
          </Text>
        </div>
        {mayEdit && add}
      </Group>
      <QueryState query={members}>
        {(list) => (
          <>
            <Members members={list} onOpen={mayEdit ? setOpen : null} />
            {mayEdit && <OpenDrawer project={project} members={list} open={open} onClose={() => setOpen(undefined)} />}
          </>
        )}
      </QueryState>
    </Stack>
  );
}

interface MembersProps {
  readonly members: readonly Member[];
  readonly onOpen: ((person: string) => void) | null;
}

function Members({ members, onOpen }: MembersProps) {
  if (members.length === 0) return <EmptyState title={texts.emptyTitle}>{onOpen ? texts.empty : texts.emptyRead}</EmptyState>;
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {texts.found(members.length)}
      </Text>
      <MemberTable members={inOrder(members)} onOpen={onOpen} />
    </>
  );
}

interface OpenDrawerProps {
  readonly project: string;
  readonly members: readonly Member[];
  readonly open: OpenMember;
  readonly onClose: () => void;
}

function OpenDrawer({ project, members, open, onClose }: OpenDrawerProps) {
  if (open === undefined) return null;
  const member = members.find(({ person }) => person === open);
  const title = open === "" ? texts.add : texts.open(member?.name ?? open);
  return (
    <Drawer opened onClose={onClose} title={title}>
      {open === "" && <AddMember project={project} members={members} onClose={onClose} />}
      {open !== "" && member && <MemberForm key={open} project={project} member={member} onClose={onClose} />}
      {open !== "" && !member && <Alert color="gray">{texts.gone}</Alert>}
    </Drawer>
  );
}

interface MemberTableProps {
  readonly members: readonly Member[];
  /** Null: the user may not change roles. */
  readonly onOpen: ((person: string) => void) | null;
}

function MemberTable({ members, onOpen }: MemberTableProps) {
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
