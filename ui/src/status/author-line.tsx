import { Avatar, Group, Text } from "@mantine/core";
import classes from "./status.module.css";

export function AuthorLine({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Initials name={name} />
      <Text c="dimmed" lineClamp={2} style={{ overflowWrap: "anywhere" }} title={children}>
        {children}
      </Text>
    </Group>
  );
}

export function Initials({ name }: { readonly name: string }) {
  return <Avatar name={name} size={24} radius="xl" variant="transparent" className={classes.initials} aria-hidden />;
}
