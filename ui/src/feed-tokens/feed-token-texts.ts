import { credentialColumns, credentialWords } from "../credentials/credential-words.ts";

export const feedTokenTexts = {
  ...credentialWords,
  meaning: "Addresses that show this project's maintenance in a calendar, always up to date.",
  create: "Create calendar address",
  table: "Calendar addresses",
  columns: { ...credentialColumns, covers: "Shows" },
  wholeProject: "Whole project",
  emptyTitle: "No calendar addresses yet",
  empty:
    "People on call and support teams can see this project's maintenance in their own calendar: planned windows, and any that are moved, extended, or canceled. Give each person their own address, so that you can revoke it separately.",
  readOnly: "Creating and revoking them requires the Operator role.",
  title: (name: string) => `Calendar address ${name}`,
  gone: "This calendar address doesn't exist.",
  nameHint: "Where it's used, e.g. on-call team, support.",
  covers: "Shows",
  coversHint: "All maintenance, or only maintenance that affects one instance.",
  expiry: "Expires at",
  made: "Created",
  ended: "Revoked",
  created: "Your calendar address",
  calendar: "calendar address",
  calendarHint:
    "In your calendar app, subscribe to a calendar by URL and paste this address. Many calendars refresh only every few hours.",
  secret: "Anyone with this address can see the project's maintenance without signing in.",
  revoke: "Revoke address",
  revokeMeaning:
    "Calendars subscribed to this address no longer get updates. This can't be undone, because the address may have leaked. To subscribe again, create a new address.",
  revoked: (name: string) => `Address ${name} revoked.`,
};
