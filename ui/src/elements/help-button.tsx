import { ActionIcon, Popover } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface HelpButtonProps {
  /** Name of the button and of the text: `Help with the ruler`. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A "?" that shows a text which most users need once. */
export function HelpButton({ label, children }: HelpButtonProps) {
  return (
    <Popover position="bottom-end" width="min(24rem, 90vw)" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label} title={label}>
          <Icon name="help" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} tabIndex={-1} data-autofocus>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
