import { Badge, Group, Text } from "@mantine/core";
import type { ReadKey } from "drawbridge-rules/wire/read-key.ts";
import { formatList } from "../texts/formats.ts";
import { readKeyTexts as texts } from "./read-key-texts.ts";

/** Scope of a key in one line. */
export function ReadKeyScope({ value }: { readonly value: ReadKey }) {
  const { endpoints, platforms, instances } = value;
  const parts = [endpoints?.map((endpoint) => texts.endpointsOf[endpoint]), platforms, instances].flatMap((part) =>
    part ? [formatList(part)] : [],
  );
  return parts.length === 0 ? (
    <Text span size="sm" c="dimmed">
      {texts.everything}
    </Text>
  ) : (
    parts.join(" · ")
  );
}

/** Badges for keys that rehearse or were imported. */
export function ReadKeyMarks({ value: { rehearsal, imported } }: { readonly value: ReadKey }) {
  return (
    <Group component="span" gap={4} display="inline-flex">
      {rehearsal && (
        <Badge component="span" size="sm" variant="light" color="blue" tt="none">
          {texts.rehearses}
        </Badge>
      )}
      {imported && (
        <Badge component="span" size="sm" variant="light" color="gray" tt="none">
          {texts.imported}
        </Badge>
      )}
    </Group>
  );
}
