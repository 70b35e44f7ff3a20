/**
 * Somebody with an account. History keeps the id alone, so that everything else can be erased. Of a password, NIST SP 800-63B
 * (§3.1.1.2) asks for length, and that it is none of the first that anybody would guess; kinds of characters it leaves alone.
 */
import type { Problem } from "../values/errors.ts";
import { readLine } from "../values/fields.ts";
import { hiddenProblem } from "../values/hidden-character.ts";

export interface Person {
  /** `u_…` */
  readonly id: string;
  /** As it was written; `loginKey` says which ones are the same. */
  readonly login: string;
  readonly name: string;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Epoch ms; null: may come in. */
  readonly disabledAt: number | null;
}

export const loginRule = "1 to 100 characters without spaces, control or invisible ones";
const longestLogin = 100;
const longestName = 100;

/** In code points, as NIST counts. */
export const shortestPassword = 12;
export const longestPassword = 1024;

/**
 * Invisible characters would make two logins that look the same: formats (Cf), and selectors, fillers and blanks that Unicode
 * counts among marks, letters and symbols. Lone surrogates (Cs) can be stored nowhere.
 */
export const notInLogins = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Two logins with the same key are one. */
export function loginKey(login: string): string {
  return login.normalize("NFC").toLowerCase().normalize("NFC");
}

export function readLogin(value: unknown, path: string, problems: Problem[]): string | null {
  const login = typeof value === "string" ? value.normalize("NFC") : "";
  if (login !== "" && login.length <= longestLogin && login.search(notInLogins) < 0) return login;
  problems.push({ path, message: `expected a login: an e-mail address or a name, ${loginRule}` });
  return null;
}

export function readPersonName(value: unknown, path: string, problems: Problem[]): string | null {
  const name = readLine(typeof value === "string" ? value.normalize("NFC") : value, path, problems, longestName);
  const hidden = name === null ? null : hiddenProblem(name);
  if (hidden !== null) problems.push({ path, message: hidden });
  return hidden === null ? name : null;
}

/** The form in which a password is hashed: one who types é on another keyboard has the same one. */
export function passwordForm(password: string): string {
  return password.normalize("NFC");
}

/** A password that somebody chooses, in the form in which it is hashed. The text is never in a problem. */
export function readNewPassword(
  value: unknown,
  path: string,
  problems: Problem[],
  owner: Partial<Pick<Person, "login" | "name">>,
): string | null {
  const reason = typeof value === "string" ? passwordProblem(value, owner) : expectedLength;
  if (reason !== null) problems.push({ path, message: reason });
  return reason === null ? passwordForm(String(value)) : null;
}

const expectedLength = `expected a password of ${shortestPassword} to ${longestPassword} characters, of any kind`;

/** Null: nothing is wrong with it. */
function passwordProblem(text: string, { login = "", name = "" }: Partial<Pick<Person, "login" | "name">>): string | null {
  // A code point has at most two units: what is longer than that need not be counted, or brought into a form.
  if (text.length > 2 * longestPassword || !text.isWellFormed()) return expectedLength;
  const password = passwordForm(text);
  const length = [...password].length;
  if (length < shortestPassword || length > longestPassword) return expectedLength;
  const guess = loginKey(password);
  if (guess === loginKey(login) || guess === loginKey(name)) return "expected another password than the login or the name";
  if (/^(.)\1*$/su.test(guess) || mostCommon.has(guess))
    return "expected a password that is not among the first that anybody would try";
  return null;
}

/** Of the passwords that leaks show most often, those that are long enough; in lower case. */
const mostCommon: ReadonlySet<string> = new Set([
  "1234567890ab",
  "123456789012",
  "1234567890123",
  "123456789101112",
  "1234567891011",
  "123456789123",
  "123456789abc",
  "1234567890qwerty",
  "0123456789012",
  "012345678910",
  "123123123123",
  "121212121212",
  "123412341234",
  "123456123456",
  "1q2w3e4r5t6y",
  "1q2w3e4r5t6y7u8i",
  "1qaz2wsx3edc",
  "1qaz2wsx3edc4rfv",
  "abcdefghijkl",
  "abcdefghijklm",
  "abcdefghijklmnopqrstuvwxyz",
  "abc123abc123",
  "abcd1234abcd",
  "abcd12345678",
  "administrator",
  "administrator1",
  "adminadminadmin",
  "admin1234567",
  "admin12345678",
  "adminpassword",
  "asdfghjkl123",
  "asdfghjkl;'\\",
  "asdfasdfasdf",
  "baseball1234",
  "changemechangeme",
  "changeme1234",
  "changeme12345",
  "changemenow1",
  "computer1234",
  "correcthorsebatterystaple",
  "correct horse battery staple",
  "drawbridge123",
  "drawbridge1234",
  "drawbridgedrawbridge",
  "football1234",
  "iloveyou1234",
  "iloveyouiloveyou",
  "iloveyousomuch",
  "letmein12345",
  "letmeinletmein",
  "mypassword123",
  "p@ssw0rd1234",
  "p@ssword1234",
  "passw0rd1234",
  "passw0rdpassw0rd",
  "password0123",
  "password1234",
  "password12345",
  "password123456",
  "password123!",
  "password@123",
  "passwordpassword",
  "princess1234",
  "q1w2e3r4t5y6",
  "q1w2e3r4t5y6u7i8",
  "qazwsxedc123",
  "qazwsxedcrfv",
  "qwerty123456",
  "qwerty1234567",
  "qwertyqwerty",
  "qwertyuiop12",
  "qwertyuiop123",
  "qwertyuiop[]",
  "qwertyuiopasdfghjkl",
  "qwertyuiopasdfghjklzxcvbnm",
  "sunshine1234",
  "superman1234",
  "test12345678",
  "testtesttest",
  "trustno1trustno1",
  "welcome12345",
  "welcome123456",
  "zaq12wsxcde3",
  "zxcvbnm12345",
]);
