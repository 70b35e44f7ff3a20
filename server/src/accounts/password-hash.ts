/** Argon2id (RFC 9106) in PHC's format. Concurrent hashings are bounded. */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { type Person, passwordForm } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Accounts } from "../store/sql/sql-accounts.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";

export interface HashParameters {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's Password Storage Cheat Sheet. */
export const hashParameters: HashParameters = { memory: 19_456, passes: 2, parallelism: 1 };

/** Concurrent hashings; each takes a thread of Node's pool of four, and its memory. */
const atOnce = 2;
/** Maximum waiting hashings: about 0.8 s. Further requests are refused. */
const maxWaiting = 20;

const saltLength = 16;
const tagLength = 32;

export class PasswordHashing {
  hashings = 0;
  readonly #parameters: HashParameters;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(parameters: HashParameters = hashParameters) {
    this.#parameters = parameters;
  }

  /** @param password in the form of `passwordForm` @throws unavailable: too many hashings */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltLength);
    return print(this.#parameters, salt, await this.#derive(password, salt, this.#parameters));
  }

  /** Without a PHC text (unknown login, no password) a no takes the same work. @throws unavailable */
  async verify(password: string, phc: string | null): Promise<boolean> {
    const kept = phc === null ? null : read(phc);
    const { salt, parameters } = kept ?? { salt: randomBytes(saltLength), parameters: this.#parameters };
    const tag = await this.#derive(password, salt, parameters);
    return kept !== null && timingSafeEqual(tag, kept.tag);
  }

  async #derive(password: string, salt: Buffer, parameters: HashParameters): Promise<Buffer> {
    await this.#turn();
    try {
      this.hashings += 1;
      return await derive({ ...parameters, message: Buffer.from(password, "utf8"), nonce: salt, tagLength });
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running >= atOnce) {
      if (this.#waiting.length >= maxWaiting) {
        throw new DrawbridgeError("unavailable", "Too many people are signing in. Try again in a moment.");
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
  }
}

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2("argon2id", parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

function print({ memory, passes, parallelism }: HashParameters, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

function read(phc: string) {
  const [, memory, passes, parallelism, salt = "", tag = ""] = form.exec(phc) ?? [];
  if (memory === undefined) return null;
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { parameters, salt: Buffer.from(salt, "base64"), tag: Buffer.from(tag, "base64") };
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

export interface PasswordServices {
  readonly store: { readonly accounts: Accounts };
  readonly passwords: PasswordHashing;
  readonly throttle: SignInThrottle;
  readonly now: () => number;
}

type PasswordCheck =
  | {
      readonly person: Person;
      readonly kept: string;
    }
  | { readonly wait: number }
  /** Unknown login, wrong password or disabled account: the answer never says which. */
  | null;

/** Costs the same whether the login exists or not. @param hasSession valid, and of this login @throws unavailable */
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
  return { person, kept };
}
