import { Code, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";
import { Fact } from "./fact.tsx";

interface AdvancedProps {
  /** Opens it: the user has to see the problem. */
  readonly hasProblem?: boolean;
  readonly children: ReactNode;
}

export function Advanced({ hasProblem = false, children }: AdvancedProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details open={isOpen || hasProblem} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <Text component="summary" w="fit-content" c="dimmed" fw={500} style={{ cursor: "pointer" }}>
        {sharedTexts.actions.advanced}
      </Text>
      <Stack gap="md" mt="sm">
        {children}
      </Stack>
    </details>
  );
}

export function AdvancedId({ name, id }: { readonly name: string; readonly id: string }) {
  return (
    <Advanced>
      <Fact name={name}>
        <Code>{id}</Code>
      </Fact>
    </Advanced>
  );
}
