import { z } from "zod";
import { maxPasswordLength, personMembers } from "../people/person.ts";
import { roles } from "../people/role.ts";
import { wireShape } from "../values/member.ts";
import { count, instant, record, text, textOrNull, type Wire } from "./values.ts";

export const signInOptions = record(
  "SignInOptions",
  {
    examples: [
      {
        offered: true,
        reason: null,
        password: true,
        provider: { name: "accounts.acme.example" },
        has_accounts: true,
        signed_in: false,
      },
    ],
  },
  {
    offered: z.boolean().describe("Whether sign-in is possible at this address"),
    reason: textOrNull.describe("Why sign-in is not possible at this address; null: it is possible"),
    password: z.literal(true).describe("People can sign in with a password"),
    provider: z
      .strictObject({ name: text("Host of the provider", "accounts.acme.example") })
      .nullable()
      .describe("Single sign-on; null: not configured"),
    has_accounts: z.boolean().describe("False: the first account has not been created"),
    signed_in: z.boolean().describe("True: the request has the cookie of a session, which may end before it is used"),
  },
);
export type SignInOptions = Wire<typeof signInOptions>;

const needed = (what: string, longest: number) =>
  z
    .string({ error: `expected ${what}` })
    .min(1, `expected ${what}`)
    .max(longest, `expected ${what}`);

// The bound on the password limits what is hashed; no answer tells whether a password could exist.
export const signInRequest = record("SignInRequest", {
  login: needed("a login", 100).describe("Login of the person"),
  password: needed("a password", 2 * maxPasswordLength).describe("Password of the person"),
});

export const providerSignInRequest = record("ProviderSignInRequest", {
  link: needed("a one-time link", 200)
    .optional()
    .describe("Text after `#link=` of a one-time link, redeemed for the person who signs in"),
});
export const providerSignIn = record(
  "ProviderSignIn",
  { examples: [{ url: "https://accounts.acme.example/auth?client_id=drawbridge" }] },
  { url: z.string().describe("Address at the provider to open in the browser") },
);
export type ProviderSignIn = Wire<typeof providerSignIn>;

const link = z
  .string({ error: "expected the text after #link= of a one-time link" })
  .max(200, "expected a one-time link")
  .describe("Text after `#link=`");
export const accountLinkInspection = record("AccountLinkInspection", { link });
export const inspectedAccountLink = record("InspectedAccountLink", {
  kind: z
    .enum(["first", "invitation", "password"])
    .describe("`first` creates the first account, `invitation` activates an account, `password` sets a new password"),
  login: textOrNull.describe("Login of the account; null: login and name are chosen now"),
});
export type InspectedAccountLink = Wire<typeof inspectedAccountLink>;
export const accountLinkRedemption = record("AccountLinkRedemption", {
  link,
  login: z.string({ error: "expected a login" }).optional().describe("Only if the link has none, like `name`"),
  name: z.string({ error: "expected a name" }).optional().describe("Name of the person"),
  password: z
    .string({ error: "expected a password" })
    .max(2 * maxPasswordLength, "expected a shorter password")
    .describe("New password"),
});

export const heldRole = record("HeldRole", {
  project: text("Id of the project", "acme-shop"),
  role: z.enum(roles).meta({ description: "Role in it", examples: ["editor"] }),
});
export type HeldRole = Wire<typeof heldRole>;

const { id, login, name } = wireShape(personMembers);
export const whoAmISchema = record("WhoAmI", {
  actor: text("Id that the history records", "u_h8r2mt6wqx"),
  person: z.strictObject({ id, login, name }).nullable().describe("Person who signed in, or for whom the token acts"),
  administrator: z.boolean().describe("Administrators own every project, and `roles` is empty"),
  roles: z.array(heldRole).describe("Roles in projects"),
  session: z.strictObject({ created_at: instant, expires_at: instant }).nullable().describe("Null for a token"),
});
export type WhoAmI = Wire<typeof whoAmISchema>;

const session = record("Session", {
  id: text("Id to end this session with; it gives no access", "Fh2kq0"),
  created_at: instant,
  seen_at: instant.describe("To within five minutes"),
  expires_at: instant,
  current: z.boolean().describe("Whether this request uses it"),
});
export type Session = Wire<typeof session>;
export const sessionListSchema = record("SessionList", {
  sessions: z.array(session).describe("All open sessions of the person"),
});
export type SessionList = Wire<typeof sessionListSchema>;

export const endedSessions = record("EndedSessions", { ended: count.describe("Number of sessions that ended") });
export type EndedSessions = Wire<typeof endedSessions>;

const password = z.string({ error: "expected a password" }).max(2 * maxPasswordLength, "expected a password");
export const passwordChange = record("PasswordChange", {
  current: password.describe("Current password"),
  password: password.describe("New password"),
});
export type PasswordChange = Wire<typeof passwordChange>;
