/** Durations as people type them, and as the admin API takes them (ISO 8601). */

/** Milliseconds. */
const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const;
type Unit = keyof typeof units;

/** `30 min`, `2 h 15 min`, `1.5h`, `1 Tag`, `PT30M` → ISO 8601; null: it is none. A number alone is minutes. */
export function parseDuration(text: string): string | null {
  const trimmed = text.trim();
  if (/^P(?=.)/i.test(trimmed)) return isoForm.test(trimmed.toUpperCase()) ? trimmed.toUpperCase() : null;
  const parts = [...trimmed.toLowerCase().matchAll(/(\d+(?:[.,]\d+)?)\s*([a-zäö.]*)\s*/gy)];
  const isWhole = parts.map(([part]) => part).join("").length === trimmed.length && parts.length > 0;
  const amounts = parts.map(([, number = "", word = ""]) => amountOf(number, word));
  if (!isWhole || amounts.includes(null)) return null;
  return printIso(amounts.reduce<number>((sum, ms) => sum + (ms ?? 0), 0));
}

/** `PT2H15M` → `2 h 15 min`; a text that is none as it is. @param days what days are called: one, several */
export function durationText(iso: string, days: readonly [string, string]): string {
  const ms = millisecondsOf(iso);
  if (ms === null) return iso;
  if (ms === 0) return "0 min";
  const names: Readonly<Record<Unit, string>> = { d: "", h: "h", m: "min", s: "s" };
  let rest = ms;
  const parts = (Object.keys(units) as Unit[]).flatMap((unit) => {
    const count = Math.floor(rest / units[unit]);
    rest -= count * units[unit];
    if (count === 0) return [];
    return [`${count} ${unit === "d" ? days[count === 1 ? 0 : 1] : names[unit]}`];
  });
  return parts.join(" ");
}

/** Null: it is none. */
export function millisecondsOf(iso: string): number | null {
  const [whole, weeks, d, h, m, s] = isoForm.exec(iso.toUpperCase()) ?? [];
  if (whole === undefined) return null;
  const count = (text: string | undefined) => Number(text ?? 0);
  return (count(weeks) * 7 + count(d)) * units.d + count(h) * units.h + count(m) * units.m + count(s) * units.s;
}

const isoForm = /^P(?=[\dT])(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

const words: readonly (readonly [RegExp, Unit])[] = [
  [/^(?:d|days?|tage?|tagen)$/, "d"],
  [/^(?:h|hr|hrs|hours?|std\.?|stunden?)$/, "h"],
  [/^(?:|m|min|mins|minutes?|minuten?)$/, "m"],
  [/^(?:s|sec|secs|seconds?|sek\.?|sekunden?)$/, "s"],
];

function amountOf(number: string, word: string): number | null {
  const unit = words.find(([form]) => form.test(word))?.[1];
  return unit === undefined ? null : Math.round((Number(number.replace(",", ".")) * units[unit]) / 1000) * 1000;
}

/** Days only where they are whole: one day and an hour is 25 hours on whatever clock. */
function printIso(ms: number): string {
  if (ms > 0 && ms % units.d === 0) return `P${ms / units.d}D`;
  const [h, m, s] = [Math.floor(ms / units.h), Math.floor((ms % units.h) / units.m), (ms % units.m) / units.s];
  const time = `${h > 0 ? `${h}H` : ""}${m > 0 ? `${m}M` : ""}${s > 0 ? `${s}S` : ""}`;
  return time === "" ? "PT0S" : `PT${time}`;
}
