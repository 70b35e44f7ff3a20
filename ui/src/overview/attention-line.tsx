import { Anchor, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "../elements/icon.tsx";
import { useTexts } from "../texts/language.tsx";
import type { AttentionItem } from "./attention-source.ts";
import { overviewTexts } from "./overview-texts.ts";

interface NeedProps {
  /** "": of the whole server. */
  readonly project: string;
  readonly item: AttentionItem;
}

/** The whole sentence leads to where it is mended. */
export function AttentionLine({ project, item: { urgency, text, to, search } }: NeedProps) {
  const texts = useTexts(overviewTexts);
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
    </>
  );
}

/** Without bullets, a list is none to some screen readers unless it is said. */
export const listRole = "list";
