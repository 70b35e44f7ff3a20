import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { ReactNode } from "react";
import { useMay, useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import {
  CollectionFilters,
  CollectionList,
  EmptyCollection,
  type ListProps,
  type ListTexts,
  useCollectionAddress,
} from "./collection-list.tsx";
import { createKeys, useCreateKey } from "./create-key.ts";
import { Icon } from "./icon.tsx";
import { ResourceDrawer } from "./resource-drawer.tsx";
import { QueryState, Screen } from "./screen.tsx";

type CollectionProps<T> = ListProps<T> & {
  /** Null means the server, for administrators. */
  readonly project: string | null;
  /** Required to create and edit items; default: editor. */
  readonly role?: Role;
  readonly texts: ListTexts & { readonly create?: string; readonly gone?: string };
  readonly items: UseQueryResult<readonly T[], Error>;
  /** Data that columns and forms wait for. */
  readonly needs?: readonly UseQueryResult<unknown, Error>[];
  /** @param item null means it does not exist, or was deleted while open */
  readonly details: (item: T | null, id: string, close: () => void) => ReactNode;
  readonly form?: (close: () => void) => ReactNode;
  /** False means the keys create items of another collection on the screen. */
  readonly hasCreateKey?: boolean;
  readonly empty?: ReactNode;
};

type CollectionScreenProps<T> = CollectionProps<T> & {
  readonly before?: ReactNode;
  readonly children?: ReactNode;
};

export function CollectionScreen<T>({ before, children, ...props }: CollectionScreenProps<T>) {
  const { title, project } = props;
  const { administrator } = useSession();
  return (
    <Screen title={title} {...(project === null ? {} : { project })} actions={<Actions {...props} />}>
      {project === null && !administrator ? (
        <Alert color="gray">{sharedTexts.session.mayNot(sharedTexts.roles.administrator)}</Alert>
      ) : (
        <>
          {before}
          <Collection {...props} />
          {children}
        </>
      )}
    </Screen>
  );
}

/** Without a heading while it is empty and has no placeholder. */
export function CollectionSection<T>(props: CollectionProps<T>) {
  const { title, texts, items } = props;
  const isShown = texts.none !== undefined || (items.data !== undefined && items.data.length > 0);
  return (
    <Stack component="section" gap="sm" {...(isShown ? { "aria-label": title } : {})}>
      {isShown && (
        <Group justify="space-between" gap="sm" mih="2.25rem">
          <Title order={2}>{title}</Title>
          <Group gap="sm">
            <Actions {...props} />
          </Group>
        </Group>
      )}
      <Collection {...props} />
    </Stack>
  );
}

function Actions<T>(props: CollectionProps<T>) {
  const { project, role, items, form } = props;
  const may = useMay(project, role);
  if (items.data?.length === 0) return null;
  return (
    <>
      {items.data && <CollectionFilters {...props} />}
      {form && may && <CreateButton {...props} />}
    </>
  );
}

function CreateButton<T>({ texts, address }: CollectionProps<T>) {
  const { startCreating } = useCollectionAddress(address);
  return (
    <Button variant="filled" aria-keyshortcuts={createKeys} leftSection={<Icon name="plus" size={1} />} onClick={startCreating}>
      {texts.create}
    </Button>
  );
}

function Collection<T>(props: CollectionProps<T>) {
  const { project, role = "editor", texts, items, needs = [], form, empty, address, hasCreateKey = true } = props;
  const { session, roles } = sharedTexts;
  const may = useMay(project, role);
  const { startCreating } = useCollectionAddress(address);
  useCreateKey(form && may && hasCreateKey ? startCreating : null);
  const placeholder =
    empty ??
    (texts.none && (
      <EmptyCollection
        texts={texts.none}
        action={may ? <CreateButton {...props} /> : <Text>{session.mayNot(roles[role])}</Text>}
      />
    ));
  // No cell changes when the data arrives.
  const awaited = needs.find(({ data }) => data === undefined) as typeof items | undefined;
  return (
    <>
      <QueryState query={awaited ?? items}>
        {(list) => (
          <>
            {list.length > 0 ? <CollectionList {...props} items={list} /> : placeholder}
            <OpenItem {...props} list={list} />
          </>
        )}
      </QueryState>
      {form && may && <NewItem {...props} />}
    </>
  );
}

function OpenItem<T>({ list, ...props }: CollectionProps<T> & { readonly list: readonly T[] }) {
  const { address, idOf, nameOf, details, texts, isOpenable = true } = props;
  const { open, close } = useCollectionAddress(address);
  if (open === undefined || !isOpenable) return null;
  const item = list.find((each) => idOf(each) === open) ?? null;
  const gone = texts.gone ?? sharedTexts.collection.gone;
  return (
    <ResourceDrawer key={open} title={(item && nameOf(item)) || open} isThere={item !== null} gone={gone} onClose={close}>
      {details(item, open, close) ?? <Alert color="gray">{gone}</Alert>}
    </ResourceDrawer>
  );
}

function NewItem<T>({ form, address, texts }: CollectionProps<T>) {
  const { isCreating, close } = useCollectionAddress(address);
  if (!isCreating) return null;
  return (
    <ResourceDrawer title={texts.create ?? ""} isThere gone="" onClose={close}>
      {form?.(close)}
    </ResourceDrawer>
  );
}
