/** Ids and rare choices, folded away until they are needed. */
import { Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./advanced.module.css";

interface AdvancedProps {
  /** True while a field in it has a problem: the user has to see it. */
  readonly hasProblem?: boolean;
  readonly children: ReactNode;
}

export function Advanced({ hasProblem = false, children }: AdvancedProps) {
  const { actions } = sharedTexts;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.frame} open={isOpen || hasProblem} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>{actions.advanced}</summary>
      <Stack gap="md" mt="sm">
        {children}
      </Stack>
    </details>
  );
}
