/** The server would refuse the same values, but without the other problems of the command line. */
import { guardCodes } from "drawbridge-rules/changes/guard-code.ts";
import { isKeyText, keyTextRule } from "drawbridge-rules/credentials/read-key.ts";
import { loginRule, readLogin } from "drawbridge-rules/people/person.ts";
import { roles } from "drawbridge-rules/people/role.ts";
import { isInstanceId } from "drawbridge-rules/project/instance.ts";
import { isSlug, slugRule } from "drawbridge-rules/project/project.ts";
import { canonicalLanguage } from "drawbridge-rules/texts/language.ts";
import { parseDuration, printDuration, printTypedDuration } from "drawbridge-rules/values/duration.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import {
  instantAheadRule,
  instantProblem,
  parseInstant,
  parseInstantAhead,
  printInstant,
  timeProblem,
} from "drawbridge-rules/values/instant.ts";
import { isZone, parseDate, parseWall } from "drawbridge-rules/values/wall-time.ts";
import { zoneProblem } from "drawbridge-rules/values/zone-name.ts";
import { parseAskedVersion, parseOs } from "drawbridge-rules/versions/app-version.ts";
import { isPlatformName, platformNameRule } from "drawbridge-rules/versions/platform.ts";
import { linkProblem, linkRule, readLink } from "drawbridge-rules/versions/store-link.ts";
import { spellEntry } from "drawbridge-rules/versions/version-entry.ts";
import { settings } from "../base/settings.ts";

export interface TextForm<T> {
  /** Continues the sentence "expected …". */
  readonly expected: string;
  readonly choices?: readonly string[];
  readonly secret?: boolean;
  /** Replaces `expected` unless empty. */
  readonly problem?: (text: string) => string;
  /** @param now epoch ms */
  parse(text: string, now: number): T | null;
}

interface TimelessForm<T> extends TextForm<T> {
  parse(text: string): T | null;
}

export const projectId: TextForm<string> = settings.project.form;
export const platformName = only(isPlatformName, platformNameRule);
export const instanceId = only(isInstanceId, "an instance id of 1 to 128 characters");
/** The server refuses another spelling of bounds and releases, and names the accepted one. */
export const version = only((text) => parseAskedVersion(text) !== null, "a version, such as 2.4.0");
export const os = only((text) => parseOs(text) !== null, "a version such as 17.4, or an Android API level such as 34");
export const versionEntry = only(
  (text) => spellEntry(text) !== null,
  'a version, a family (2.5.*) or comparators (">=2.5.3 <2.5.5")',
);
export const language = only((text) => canonicalLanguage(text) !== null, "a BCP 47 language tag, such as de or pt-BR");
export const oneLine = only((text) => text.trim() !== "" && !/[\r\n]/.test(text), "some text on one line");
export const storeLink = only((text) => readLink(text, "", []) !== null && linkProblem(text) === null, linkRule);

const isPath = (text: string) => text !== "" && !text.includes("\0");
export const plainFile = only((text) => isPath(text) && text !== "-", "a file");
export const filePath = only(isPath, "a file, or - for standard input");
export const directory = only(isPath, "a directory");
export const id = only((text) => /^[!-~]+$/.test(text), "an id, as the list shows it");
/** In ISO 8601. */
export const duration = durationBetween(0, Number.POSITIVE_INFINITY);
export const slug = only(isSlug, `an id: ${slugRule}`);
/** `db-upgrade/2026-12-06T02:00`: a title can have a slash, but begins with no id. */
export function namesOccurrence(text: string): boolean {
  const slash = text.indexOf("/");
  return slash > 0 && isSlug(text.slice(0, slash));
}

export const occurrenceOrWindow = only((text) => {
  if (text.trim() === "" || text.length > 200 || /\p{C}/u.test(text)) return false;
  return !namesOccurrence(text) || parseWall(text.slice(text.indexOf("/") + 1)) !== null;
}, "a window's title or id, or the name of one occurrence (db-upgrade/2026-12-06T02:00)");
export const zone: TextForm<string> = {
  ...only(isZone, "an IANA zone in its exact spelling, such as Europe/Rome or UTC"),
  problem: zoneProblem,
};
export const keyText: TimelessForm<string> = { ...only((text) => text === "-" || isKeyText(text), keyTextRule), secret: true };
export const guard = oneOf(guardCodes);
export const role = oneOf(roles);
export const onOrOff = oneOf(["on", "off"] as const);
export const proposalId = only(
  (text) => /^p_[a-z0-9]{1,40}$/.test(text),
  "the id of a request for approval, as proposal list shows it (p_…)",
);
export const reviewHash = only(
  (text) => /^[\w-]{43}$/.test(text),
  "the hash `reviewed` of a dry run, or the hash of a request for approval",
);
export const login = only((text) => readLogin(text, "", []) !== null, `an e-mail address or a name, ${loginRule}`);
export const actorText = only(
  (text) => text !== "" && text.length <= 100 && !/\p{C}/u.test(text),
  "a login, or an id (u_…, t_…)",
);
export const person = only((text) => text !== "" && text.length <= 100 && !/\p{C}/u.test(text), "a login, or an id (u_…)");
export const url: TextForm<string> = settings.url.form;
/** https, since the stream must not be readable on the way. */
export const secureUrl: TextForm<string> = settings.edgeOrigin.form;
export const token: TextForm<string> = settings.token.form;

/** In UTC, or from now by the clock of this machine. */
export const instant: TextForm<string> = {
  expected: instantAheadRule,
  problem: (text) => instantProblem(text, ""),
  parse(text, now) {
    const ms = parseInstantAhead(text, now);
    return ms === null ? null : printInstant(ms);
  },
};

/** In epoch ms, or back from now by the clock of this machine. */
export const pastInstant: TextForm<number> = {
  expected: "an instant (2026-11-20T08:00:00+01:00) or how long ago (2h, 7d)",
  problem: (text) => instantProblem(text, ""),
  parse(text, now) {
    const ago = parseDuration(text);
    return ago === null ? parseInstant(text) : now - ago;
  },
};

/** On the clock of a window's zone. */
export const wallTime: TextForm<string> = {
  expected: "a wall-clock time, such as 2026-12-06T02:00",
  problem: (text) => timeProblem(text, ""),
  parse: parseWall,
};

/** The answer shows the offset to the person who typed it. */
export const wallTimeOrInstant: TextForm<string> = {
  expected:
    "a wall-clock time in the window's zone, such as 2026-12-06T02:00, or the same with an offset (…:00+01:00), or a duration from now such as 7d",
  problem: (text) => timeProblem(text, ""),
  parse: (text, now) => parseWall(text) ?? (parseInstant(text) === null ? instant.parse(text, now) : text),
};

export const localDate: TextForm<string> = {
  ...only((text) => parseDate(text) !== null, "a date, such as 2026-12-27"),
  problem: (text) => timeProblem(text, ""),
};

/** In ISO 8601. @param least ms, like `most` */
export function durationBetween(least: number, most: number): TextForm<string> {
  const from = least > 0 ? ` from ${printTypedDuration(least)}` : "";
  const to = most < Number.POSITIVE_INFINITY ? ` to ${printTypedDuration(most)}` : least > 0 ? " on" : "";
  return {
    expected: `a duration${from}${to}, such as 90s, 30m, 2h or 1d`,
    parse(text) {
      const ms = parseDuration(text);
      return ms !== null && ms >= least && ms <= most ? printDuration(ms) : null;
    },
  };
}

export function wholeNumber(least: number, most: number): TextForm<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    parse(text) {
      const number = /^\d{1,16}$/.test(text) ? Number(text) : -1;
      return number >= least && number <= most ? number : null;
    },
  };
}

export function oneOf<W extends string>(words: readonly W[]): TextForm<W> {
  return { expected: listed(words, "or"), choices: words, parse: (text) => words.find((word) => word === text) ?? null };
}

function only(accepts: (text: string) => boolean, expected: string): TimelessForm<string> {
  return { expected, parse: (text) => (accepts(text) ? text : null) };
}
