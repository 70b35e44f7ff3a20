/** The seed of a run, the same for every run of a commit. `npm run seeds` sets TEST_SEED to test others. */
import { randomFrom } from "./drills/drill.ts";

export const runSeed = Number(process.env.TEST_SEED ?? "20261122");

/** With clock changes in each half of the year, one of 30 minutes, and offsets that are no whole hours. */
export const zones = ["Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"] as const;

/** English, the language of the texts to which tests refer; `en-US@posix` is Chromium's under `LANG=C`. */
const locales = ["en-GB", "en-US", "en-AU", "en-IN", "en-US@posix"] as const;

/** LANG of test processes: no output may depend on it. */
const languages = ["C", "en_US.UTF-8", "de_DE.UTF-8", "ar_EG.UTF-8", "pt_BR.UTF-8", "tr_TR.UTF-8"] as const;

const random = randomFrom(runSeed);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** Zone of test processes, and of browsers unless a test is about another one. */
export const testZone = pick(zones);
export const testLocale = pick(locales);
/** For pages that ask another origin: a set locale is a header of the page, and "en-US@posix" may not be sent there. */
export const sentLocale = testLocale.replace("@posix", "");
export const testLanguage = pick(languages);
