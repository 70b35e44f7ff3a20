import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { Hint, InstantText } from "../elements/cells.tsx";
import type { IconName } from "../elements/icon.tsx";
import { ActorAvatar } from "./activity-rows.tsx";
import { activityTexts as texts } from "./activity-texts.ts";

interface DetailsHeadProps {
  readonly title: string;
  readonly by: { readonly name: string; readonly actor: string; readonly at: string; readonly reason: string };
  readonly icon: IconName;
  readonly isPage: boolean;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function DetailsHead({ title, by, icon, isPage, actions, children }: DetailsHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isPage) heading.current?.focus({ preventScroll: true });
  }, [isPage]);
  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-start" justify="space-between">
        <Title order={2} ref={heading} tabIndex={-1} flex="1 1 16rem" style={{ overflowWrap: "anywhere", outline: "none" }}>
          {title}
        </Title>
        {actions}
      </Group>
      <Group gap="sm" wrap="nowrap">
        <ActorAvatar name={by.name} actor={by.actor} icon={icon} />
        <div>
          <Text style={{ overflowWrap: "anywhere" }}>{by.name}</Text>
          <Hint size="xs">
            <InstantText at={by.at} />
          </Hint>
        </div>
      </Group>
      {by.reason !== "" && <Text style={{ overflowWrap: "anywhere" }}>{texts.reason(by.reason)}</Text>}
      {children}
    </Stack>
  );
}
