/** Checks a password: throttled, and at the same cost whether the login exists or not. */
import { type Person, passwordForm } from "drawbridge-rules/people/person.ts";
import type { Accounts } from "../store/accounts.ts";
import type { PasswordHashing } from "./password-hash.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";

export interface PasswordServices {
  readonly store: { readonly accounts: Accounts };
  readonly passwords: PasswordHashing;
  readonly throttle: SignInThrottle;
  /** Epoch ms. */
  readonly now: () => number;
}

type PasswordCheck =
  | {
      readonly person: Person;
      /** PHC text compared with, or the new one if the password was rehashed. */
      readonly kept: string;
    }
  /** Whole seconds until another attempt is accepted. */
  | { readonly wait: number }
  /** Unknown login, wrong password or disabled account: the answer never says which. */
  | null;

/**
 * @param address of the client @param hasSession whether the request has a valid session of this login
 * @throws unavailable
 */
export async function checkPassword(
  services: PasswordServices,
  address: string,
  login: string,
  password: string,
  hasSession = false,
): Promise<PasswordCheck> {
  const { throttle, now } = services;
  const attempt = throttle.attempt(address, login, now(), hasSession);
  if (attempt.wait !== null) return { wait: attempt.wait };
  try {
    const found = await compare(services, login, passwordForm(password));
    if (found) attempt.succeeded();
    return found;
  } catch (error) {
    attempt.withdrawn();
    throw error;
  }
}

async function compare({ store, passwords }: PasswordServices, login: string, password: string) {
  const { accounts } = store;
  const person = await accounts.personByLogin(login);
  const kept = await accounts.password(person?.id ?? "");
  const isRight = await passwords.verify(password, kept);
  if (!isRight || person === null || kept === null || person.disabledAt !== null) return null;
  if (!passwords.isOutdated(kept)) return { person, kept };
  const rehashed = await passwords.hash(password);
  await accounts.rehash(person.id, kept, rehashed);
  return { person, kept: rehashed };
}
