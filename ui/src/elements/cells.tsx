import { Badge, Code, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { formatInstant, formatRelative } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useNow } from "./use-now.ts";

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

/** `21 Nov 2026, 13:05 (in 3 hours)`. The tooltip has the rest. @param at RFC 3339, or epoch ms */
export function InstantText({ at, isRelative = false }: { readonly at: string | number; readonly isRelative?: boolean }) {
  const absolute = formatInstant(at);
  const relative = formatRelative(at, useNow());
  const title = `${isRelative ? absolute : relative} · ${sharedTexts.time.utc} ${formatInstant(at, "UTC")}`;
  return (
    <time dateTime={new Date(at).toISOString()} title={title}>
      {isRelative ? relative : `${absolute} (${relative})`}
    </time>
  );
}

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
