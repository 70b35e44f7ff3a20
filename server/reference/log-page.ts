/** The events of the log. */
import { logEvents } from "../src/base/log-events.ts";
import { page, table } from "./markdown.ts";

export function logPage(): string {
  return page(
    "Log events",
    "Look up the `event` in a log line.",
    "An `event` stays the same when the sentence in `msg` changes: filter by it. What failed is the `reason`. [Operations](../operations.md) explains the other members.",
    table(
      ["event", "meaning"],
      Object.entries(logEvents).map(([event, meaning]) => [`\`${event}\``, `${meaning}.`]),
    ),
  );
}
