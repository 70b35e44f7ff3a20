import { Anchor, Button, Group, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "../elements/icon.tsx";
import type { AttentionItem } from "./attention-source.ts";
import { overviewTexts as texts } from "./overview-texts.ts";

interface NeedProps {
  /** "": of the whole server. */
  readonly project: string;
  readonly item: AttentionItem;
}

/** The whole sentence leads to where it is mended. Below it, what can be decided. */
export function AttentionLine({ project, item: { urgency, text, to, search, decisions = [] } }: NeedProps) {
  const isNow = urgency === "now";
  return (
    <>
      {isNow && (
        <Text span c="var(--mantine-color-error)">
          <Icon name="warning" size={0.95} />
          <VisuallyHidden>{texts.urgent}</VisuallyHidden>{" "}
        </Text>
      )}
      <Anchor
        fz="sm"
        c={isNow ? "var(--mantine-color-error)" : urgency === "hint" ? "dimmed" : "var(--mantine-color-anchor)"}
        td="underline"
        style={{ overflowWrap: "anywhere" }}
        renderRoot={(props) => (
          // Each source knows the addresses of its own screen.
          <Link {...props} to={to as "/projects/$project/keys"} params={{ project }} search={(search ?? {}) as { edit?: string }}>
            {text}
          </Link>
        )}
      />
      {decisions.length > 0 && (
        <Group gap={6} mt={4}>
          {decisions.map(({ label, spoken, search: decided }) => (
            <Button
              key={label}
              variant="default"
              size="compact-xs"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to={to as "/projects/$project/versions"}
                  params={{ project }}
                  search={decided as { edit?: string }}
                  aria-label={spoken}
                />
              )}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}

/** Without bullets, a list is none to some screen readers unless it is said. */
export const listRole = "list";
