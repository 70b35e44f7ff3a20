/** Signing in, sessions, and one-time links. */
import { z } from "zod";
import { maxPasswordLength } from "../people/person.ts";
import { roles } from "../people/role.ts";
import { count, instant, record, textOrNull } from "./values.ts";
import type { Wire } from "./wire.ts";

export const signInOptions = record(
  "SignInOptions",
  {
    examples: [{ offered: true, reason: null, password: true, provider: { name: "accounts.acme.example" }, has_accounts: true }],
  },
  {
    offered: z.boolean(),
    reason: textOrNull.meta({ description: "Why sign-in is not possible at this address; null: it is possible" }),
    password: z.literal(true),
    provider: z.strictObject({ name: z.string() }).nullable().meta({ description: "Single sign-on; null: not configured" }),
    has_accounts: z.boolean().meta({ description: "False: the first account has not been created" }),
  },
);
export type SignInOptions = Wire<typeof signInOptions>;

const needed = (what: string, longest: number) =>
  z
    .string({ error: `expected ${what}` })
    .min(1, `expected ${what}`)
    .max(longest, `expected ${what}`);

// The bound on the password limits what is hashed. An answer does not tell whether a password could exist.
export const signInRequest = record("SignInRequest", {
  login: needed("a login", 100),
  password: needed("a password", 2 * maxPasswordLength),
});

export const providerSignInRequest = record("ProviderSignInRequest", {
  link: needed("a one-time link", 200)
    .optional()
    .meta({ description: "Text after `#link=` of a one-time link, redeemed for the person who signs in" }),
});
export const providerSignIn = record(
  "ProviderSignIn",
  { examples: [{ url: "https://accounts.acme.example/auth?client_id=drawbridge" }] },
  { url: z.string().meta({ description: "Address at the provider to open in the browser" }) },
);
export type ProviderSignIn = Wire<typeof providerSignIn>;

const link = z
  .string({ error: "expected the text after #link= of a one-time link" })
  .max(200, "expected a one-time link")
  .meta({ description: "Text after `#link=`" });
export const accountLinkInspection = record("AccountLinkInspection", { link });
export const inspectedAccountLink = record("InspectedAccountLink", {
  kind: z.enum(["first", "invitation", "password"]).meta({
    description: "`first` creates the first account, `invitation` activates an account, `password` sets a new password",
  }),
  login: textOrNull.meta({ description: "Login of the account; null: login and name are chosen now" }),
});
export type InspectedAccountLink = Wire<typeof inspectedAccountLink>;
export const accountLinkRedemption = record("AccountLinkRedemption", {
  link,
  login: z.string({ error: "expected a login" }).optional().meta({ description: "Only if the link has none, like `name`" }),
  name: z.string({ error: "expected a name" }).optional(),
  password: z.string({ error: "expected a password" }).max(2 * maxPasswordLength, "expected a shorter password"),
});

export const heldRole = record("HeldRole", { project: z.string(), role: z.enum(roles) });
export type HeldRole = Wire<typeof heldRole>;

export const whoAmISchema = record("WhoAmI", {
  actor: z.string().meta({ description: "Id that the history records", examples: ["u_h8r2mt6wqx"] }),
  person: z
    .strictObject({ id: z.string(), login: z.string(), name: z.string() })
    .nullable()
    .meta({ description: "Person who signed in, or for whom the token acts" }),
  administrator: z.boolean().meta({ description: "Administrators own every project, and `roles` is empty" }),
  roles: z.array(heldRole),
  session: z.strictObject({ created_at: instant, expires_at: instant }).nullable().meta({ description: "Null for a token" }),
});
export type WhoAmI = Wire<typeof whoAmISchema>;

const session = record("Session", {
  id: z.string().meta({ description: "Id to end this session with; it gives no access" }),
  created_at: instant,
  seen_at: instant.meta({ description: "To within five minutes" }),
  expires_at: instant,
  current: z.boolean().meta({ description: "Whether this request uses it" }),
});
export type Session = Wire<typeof session>;
export const sessionListSchema = record("SessionList", { sessions: z.array(session) });
export type SessionList = Wire<typeof sessionListSchema>;

export const endedSessions = record("EndedSessions", { ended: count.meta({ description: "Number of sessions that ended" }) });
export type EndedSessions = Wire<typeof endedSessions>;

const password = z.string({ error: "expected a password" }).max(2 * maxPasswordLength, "expected a password");
export const passwordChange = record("PasswordChange", {
  current: password.meta({ description: "Current password" }),
  password: password.meta({ description: "New password" }),
});
export type PasswordChange = Wire<typeof passwordChange>;
