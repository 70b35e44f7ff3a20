/** History stores only the id of a person, so the rest can be erased. Passwords: NIST SP 800-63B §3.1.1.2. */
import type { Problem } from "../values/errors.ts";
import { readLine } from "../values/fields.ts";
import { hiddenProblem } from "../values/hidden-character.ts";
import { instantMember, orNull, plain, type Stored } from "../values/member.ts";
import { instant, text } from "../wire/values.ts";

export const personMembers = {
  id: plain(text("Id of the person", "u_h8r2mt6wqx")),
  /** In the person's own spelling; `loginKey` decides which logins are the same. */
  login: plain(text("Login of the person", "ada@acme.example")),
  name: plain(text("Name of the person", "Ada")),
  createdAt: instantMember(instant),
  disabledAt: orNull(instantMember(instant), { description: "Null: not disabled" }),
};
export type Person = Stored<typeof personMembers>;

export const loginRule = "1 to 100 characters without spaces, control or invisible ones";
const longestLogin = 100;
const longestName = 100;

/** In code points, as NIST counts. */
export const minPasswordLength = 12;
export const maxPasswordLength = 1024;

/** By invisible characters, two logins would look the same. Nothing can store lone surrogates. */
export const forbiddenLoginCharacters = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

export function loginKey(login: string): string {
  return login.normalize("NFC").toLowerCase().normalize("NFC");
}

export function readLogin(value: unknown, path: string, problems: Problem[]): string | null {
  const login = typeof value === "string" ? value.normalize("NFC") : "";
  if (login !== "" && login.length <= longestLogin && login.search(forbiddenLoginCharacters) < 0) return login;
  problems.push({ path, message: `expected a login: an e-mail address or a name, ${loginRule}` });
  return null;
}

export function readPersonName(value: unknown, path: string, problems: Problem[]): string | null {
  const name = readLine(typeof value === "string" ? value.normalize("NFC") : value, path, problems, longestName);
  const hidden = name === null ? null : hiddenProblem(name);
  if (hidden !== null) problems.push({ path, message: hidden });
  return hidden === null ? name : null;
}

/** The form in which a password is hashed: é from another keyboard gives the same one. */
export function passwordForm(password: string): string {
  return password.normalize("NFC");
}

/** Problems never contain the text. */
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

const expectedLength = `expected a password of ${minPasswordLength} to ${maxPasswordLength} characters, of any kind`;

function passwordProblem(text: string, { login = "", name = "" }: Partial<Pick<Person, "login" | "name">>): string | null {
  // A code point has at most two units, so a longer text need not be counted.
  if (text.length > 2 * maxPasswordLength || !text.isWellFormed()) return expectedLength;
  const password = passwordForm(text);
  const length = [...password].length;
  if (length < minPasswordLength || length > maxPasswordLength) return expectedLength;
  const guess = loginKey(password);
  if (guess === loginKey(login) || guess === loginKey(name)) return "expected a password that is not the login or the name";
  if (/^(.)\1*$/su.test(guess) || mostCommon.has(guess))
    return "expected a password that is harder to guess: this one is very common";
  return null;
}

/** The most frequent ones in leaks that are long enough, in lower case. */
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
