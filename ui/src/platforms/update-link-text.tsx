import { Text } from "@mantine/core";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { StoreLinks } from "drawbridge-rules/wire/values.ts";
import { Icon } from "../elements/icon.tsx";
import { platformTexts as texts } from "./platform-texts.ts";
import { requiresSomeUpdate, updateLink } from "./update-link.ts";

interface UpdateLinkTextProps {
  readonly platform: string;
  readonly policy: PolicyForm;
  readonly stores: StoreLinks | undefined;
}

/** Link that a blocked app opens, as plain text: it is meant for the app's users, not for a click in the console. */
export function UpdateLinkText({ platform, policy, stores }: UpdateLinkTextProps) {
  const found = updateLink(platform, policy, stores);
  if (found.kind === "not_needed") return <Quiet>{texts.notNeeded}</Quiet>;
  if (found.kind === "missing") {
    const isDeadEnd = requiresSomeUpdate(policy);
    return (
      <Text span size="sm" c={isDeadEnd ? "var(--mantine-color-error)" : "dimmed"}>
        {isDeadEnd && <Icon name="warning" size={1} />} {isDeadEnd ? texts.deadEnd(found.store) : texts.missing(found.store)}
      </Text>
    );
  }
  return (
    <Text span size="sm" style={{ overflowWrap: "anywhere" }}>
      {found.link} <Quiet>{found.kind === "own" ? texts.own : texts.ofProject}</Quiet>
    </Text>
  );
}

function Quiet({ children }: { readonly children: string }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  );
}
