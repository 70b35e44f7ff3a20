import { Badge, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { InstantText } from "./instant-text.tsx";

export function Hint(props: { readonly size?: "xs"; readonly children: ReactNode }) {
  return <Text c="dimmed" {...props} />;
}

export function Quiet({ children }: { readonly children: ReactNode }) {
  return (
    <Text span c="dimmed">
      {children}
    </Text>
  );
}

interface StateBadgeProps {
  readonly color: string;
  readonly title?: string;
  readonly children: string;
}

export function StateBadge({ color, title, children }: StateBadgeProps) {
  return (
    <Badge component="span" color={color} miw="max-content" title={title}>
      {children}
    </Badge>
  );
}

export function Mark({ color, title, children }: StateBadgeProps) {
  return (
    <Badge component="span" ml="xs" size="sm" color={color} title={title}>
      {children}
    </Badge>
  );
}

export function WhenText({ at, never }: { readonly at: string | null; readonly never: string }) {
  return at === null ? <Quiet>{never}</Quiet> : <InstantText at={at} isRelative />;
}

interface TwoLinesProps {
  readonly more?: string;
  /** Fits usual texts on one line. */
  readonly miw?: string;
  readonly children: ReactNode;
}

export function TwoLines({ more = "", miw, children }: TwoLinesProps) {
  return (
    <Stack gap={0} component="span" display="inline-flex" style={{ minWidth: miw, overflowWrap: "anywhere" }}>
      <span>{children}</span>
      {more !== "" && (
        <Text span size="xs" c="dimmed">
          {more}
        </Text>
      )}
    </Stack>
  );
}
