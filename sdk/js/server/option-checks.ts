/**
 * Checks of the options when a gate is created. A wrong type or range is an error of the program, and throws. Texts that usually come
 * from the environment (address, key, platform, instance) are not worth a back end that does not start: they are `misconfigured`.
 */
import { printValue } from "./problem-reports.ts";
import type { ServerGateOptions } from "./server-gate-options.ts";

/** The words continue "must be". */
type Rule = readonly [accepts: (value: unknown) => boolean, words: string];

const text: Rule = [(value) => typeof value === "string", "a string"];
const header: Rule = [(value) => text[0](value) && /^[\w-]+$/.test(value as string), "the name of a header"];
const textOrNull: Rule = [(value) => value === null || text[0](value), "a string"];
const method: Rule = [(value) => typeof value === "function", "a function"];

const rules: { readonly [Name in keyof Required<ServerGateOptions>]: Rule } = {
  baseUrl: textOrNull,
  key: textOrNull,
  versionHeader: header,
  platformHeader: header,
  osHeader: header,
  platform: text,
  instance: [(value) => text[0](value) || method[0](value), "a string, or a function of the request"],
  languages: [(value) => isListOf(/^[a-z0-9-]+$/i, value), 'a list of language tags, such as ["en", "de"]'],
  exempt: [
    (value) => method[0](value) || isListOf(/^\/[^*?#]*\*?$/, value),
    'a list of paths, such as ["/health", "/auth/*"], or a function of the request',
  ],
  requireVersion: [(value) => typeof value === "boolean", "true or false"],
  timeLimit: wholeNumber("ms", 1, 60_000),
  maxStale: wholeNumber("ms", 0, 604_800_000),
  maxAnswers: wholeNumber("answers", 1, 1_000_000),
  retryAfter: wholeNumber("seconds", 1, 3_600),
  onProblem: method,
  fetch: method,
  now: method,
  schedule: method,
  random: method,
};

/** @throws TypeError that names every option of a wrong type or range */
export function checkOptions(options: ServerGateOptions): void {
  const wrong = Object.entries(options).flatMap(([name, value]) => {
    const [accepts, words] = (rules as Readonly<Record<string, Rule>>)[name] ?? [() => false, "absent: there is no such option"];
    if (value === undefined || accepts(value)) return [];
    return `\`${name}\` must be ${words}${name === "key" ? "" : `, not ${printValue(value)}`}`;
  });
  if (wrong.length > 0) throw new TypeError(`createServerGate: ${wrong.join("; ")}.`);
}

/** A part of a sentence for each text that cannot be used. */
export function findMisconfigured({ baseUrl, key, platform = "ios", instance }: ServerGateOptions): string[] {
  // Neither a key nor a password is in a message.
  const shown = printValue(baseUrl).replace(/[^/"]*@/, "…@");
  const wrong = {
    [`\`baseUrl\` must be an http or https address such as https://gate.example.com/api/v1, not ${shown}`]: !isAddress(baseUrl),
    "`key` must be a read key of the project, as it was shown when it was created": !/^(?!.*\.\.\.)[!-~]+$/.test(key ?? ""),
    [`\`platform\` must be a platform such as ios, not ${printValue(platform)}`]: !isPlatform(platform),
    [`\`instance\` must be the id of an instance, not ${printValue(instance)}`]:
      typeof instance === "string" && !isInstance(instance),
  };
  return Object.entries(wrong).flatMap(([words, isWrong]) => (isWrong ? words : []));
}

export function isPlatform(value: string): boolean {
  return /^[a-z0-9][\w.-]{0,63}$/i.test(value);
}

/** A longer one fails with 414, and one that is no Unicode text cannot be sent: as if Drawbridge were away. */
export function isInstance(value: unknown): boolean {
  return typeof value === "string" && /^\P{Surrogate}{1,128}$/su.test(value);
}

function isAddress(value: string | undefined): boolean {
  try {
    return /^https?:\/\/(?!.*(\.\.\.|…))[^/?#@\s]+(\/[^?#\s]*)?$/.test(value ?? "") && new URL(value ?? "").host !== "";
  } catch {
    return false;
  }
}

function isListOf(form: RegExp, value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => text[0](item) && form.test(item));
}

function wholeNumber(unit: string, min: number, max: number): Rule {
  const accepts = (value: unknown) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
  return [accepts, `a whole number of ${unit} from ${min} to ${max}`];
}
