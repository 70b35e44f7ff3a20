import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Quiet } from "./cells.tsx";

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Text component="div" style={{ overflowWrap: "anywhere" }}>
      <Quiet>{`${name}: `}</Quiet>
      {children}
    </Text>
  );
}

export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null && value !== false);
  return (
    <Stack gap={4}>
      {known.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </Stack>
  );
}
