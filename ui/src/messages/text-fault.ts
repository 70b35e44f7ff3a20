/** Faults of a text during typing: the server's rules, with positions. */
import { allowedIn, textFaults } from "drawbridge-rules/texts/message.ts";
import { type Policies, platformsWithout } from "drawbridge-rules/texts/placeholder-values.ts";
import type { Kind } from "./message-form.ts";
import { braces, type Fault, type ValueFault } from "./text-marks.ts";

/**
 * @param text undefined: no text, which is no fault
 * @param policies those of the platforms that show it
 */
export function faultsIn(text: string | undefined, kind: Kind, policies: Policies): readonly Fault[] {
  if (text === undefined) return [];
  const faults = textFaults(text, kind);
  return faults.length > 0 ? faults : valueFaults(text, kind, policies);
}

function valueFaults(text: string, kind: Kind, policies: Policies): ValueFault[] {
  return [...braces(text)].flatMap(({ from, to }) => {
    const placeholder = allowedIn[kind].find((known) => `{${known}}` === text.slice(from, to ?? from));
    const platforms = placeholder === undefined ? [] : platformsWithout(placeholder, kind, policies);
    return platforms.length === 0 ? [] : [{ kind: "no_value_on", from, to: to ?? from, platforms }];
  });
}
