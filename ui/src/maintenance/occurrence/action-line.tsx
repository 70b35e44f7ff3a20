import { Text } from "@mantine/core";
import { describeAction, ownAction } from "drawbridge-rules/describe/mark.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useNow } from "../../elements/use-now.ts";
import { ownZone } from "../../texts/formats.ts";

/** `started 21:09 by Otto: database full` */
export function ActionLine({ occurrence }: { readonly occurrence: ListedOccurrence }) {
  const now = useNow();
  const own = ownAction(occurrence);
  const last = occurrence.actions.at(-1);
  const shown = [own, ...(last === own ? [] : [last])].filter((action) => action !== undefined);
  if (shown.length === 0) return null;
  return (
    <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
      {shown.map((action) => describeAction(action, { zone: ownZone, now })).join(" · ")}
    </Text>
  );
}
