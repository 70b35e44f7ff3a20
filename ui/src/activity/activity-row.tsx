import { Avatar, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../elements/icon.tsx";
import { noItem, type OpenItem } from "../routes.ts";
import classes from "./activity.module.css";

interface RowProps {
  readonly avatar: ReactNode;
  readonly title: string;
  readonly note: readonly string[];
  readonly item: OpenItem;
  readonly isOpen: boolean;
  readonly children?: ReactNode;
}

export function Row({ avatar, title, note, item, isOpen, children }: RowProps) {
  return (
    <div className={classes.row} data-open={isOpen || undefined}>
      {avatar}
      <div className={classes.words}>
        <Link
          to="."
          search={((before: object) => ({ ...before, ...noItem, ...item })) as never}
          className={classes.link}
          aria-current={isOpen || undefined}
          resetScroll={false}
        >
          {title}
        </Link>
        <Text size="xs" c="dimmed" className={classes.note}>
          {note.filter((text) => text !== "").join(" · ")}
        </Text>
      </div>
      <div className={classes.chips}>{children}</div>
    </div>
  );
}

export function ActorAvatar({ name, actor, icon }: { readonly name: string; readonly actor: string; readonly icon: IconName }) {
  const isSystem = actor === "system" || actor === "environment";
  return (
    <span className={classes.avatar} aria-hidden title={name}>
      <Avatar size={32} radius="xl" color="gray" name={name}>
        {isSystem && <Icon name="log" size={1} />}
      </Avatar>
      <span className={classes.kind}>
        <Icon name={icon} size={0.75} />
      </span>
    </span>
  );
}
