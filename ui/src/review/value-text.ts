/** A value of the configuration for people: text as it is, everything else as short as it can be said. */

export function valueText(value: unknown): string {
  if (typeof value === "string") return value === "" ? "“”" : value;
  if (value === undefined || value === null) return String(value ?? "null");
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key}: ${valueText(inner)}`)
    .join("\n");
}
