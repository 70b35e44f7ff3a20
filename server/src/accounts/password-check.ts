/** Whether a password is somebody's: slowed down, and at the same price whether there is such a login or not. */
import { type Person, passwordForm } from "drawbridge-rules/people/person.ts";
import type { Accounts } from "../store/accounts.ts";
import type { PasswordHashing } from "./password-hash.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";

export interface PasswordWorkings {
  readonly store: { readonly accounts: Accounts };
  readonly passwords: PasswordHashing;
  readonly throttle: SignInThrottle;
  /** Epoch ms. */
  readonly now: () => number;
}

export type PasswordCheck =
  | {
      readonly person: Person /** PHC text that it was compared with, or that of the same password hashed anew. */;
      readonly kept: string;
    }
  /** Whole seconds until another attempt is looked at. */
  | { readonly wait: number }
  /** Nobody's, or not theirs, or they are disabled: nobody is told which. */
  | null;

/**
 * @param address of the client @param hasSession whether the request has a valid session of this login
 * @throws unavailable
 */
export async function checkPassword(
  workings: PasswordWorkings,
  address: string,
  login: string,
  password: string,
  hasSession = false,
): Promise<PasswordCheck> {
  const { throttle, now } = workings;
  const attempt = throttle.attempt(address, login, now(), hasSession);
  if (attempt.wait !== null) return { wait: attempt.wait };
  try {
    const found = await compare(workings, login, passwordForm(password));
    if (found) attempt.succeeded();
    return found;
  } catch (error) {
    attempt.withdrawn();
    throw error;
  }
}

async function compare({ store, passwords }: PasswordWorkings, login: string, password: string) {
  const { accounts } = store;
  const person = await accounts.personByLogin(login);
  const kept = await accounts.password(person?.id ?? "");
  const isRight = await passwords.verify(password, kept);
  if (!isRight || person === null || kept === null || person.disabledAt !== null) return null;
  if (!passwords.isOutdated(kept)) return { person, kept };
  const anew = await passwords.hash(password);
  await accounts.rehash(person.id, kept, anew);
  return { person, kept: anew };
}
