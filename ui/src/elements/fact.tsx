import { Code, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** One thing that is so, and what it is called. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Text component="div" size="sm" style={{ overflowWrap: "anywhere" }}>
      <Text span size="sm" c="dimmed">{`${name}: `}</Text>
      {children}
    </Text>
  );
}

interface VersionTextProps {
  readonly version: string;
  readonly platform?: string;
}

/** A version as apps send it, which never breaks in the middle. */
export function VersionText({ version, platform }: VersionTextProps) {
  return (
    <>
      {platform === undefined ? null : `${platform} `}
      <Code style={{ whiteSpace: "nowrap" }}>{version}</Code>
    </>
  );
}
