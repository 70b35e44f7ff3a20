import { english, englishColumns, german, germanColumns } from "../credentials/credential-words.ts";
import { defineTexts } from "../texts/texts.ts";

export const feedTokenTexts = defineTexts(
  {
    ...english,
    meaning: "Addresses that show this project's maintenance in a calendar, always up to date.",
    create: "Create calendar address",
    table: "Calendar addresses",
    columns: { ...englishColumns, covers: "Shows" },
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
  },
  {
    ...german,
    meaning: "Adressen, die die Wartungen dieses Projekts in einem Kalender anzeigen, immer aktuell.",
    create: "Kalenderadresse anlegen",
    table: "Kalenderadressen",
    columns: { ...germanColumns, covers: "Zeigt" },
    wholeProject: "Ganzes Projekt",
    emptyTitle: "Noch keine Kalenderadressen",
    empty:
      "Bereitschaft und Kundendienst können die Wartungen dieses Projekts im eigenen Kalender sehen: geplante Wartungsfenster und Änderungen daran. Geben Sie jeder Person eine eigene Adresse, damit Sie sie einzeln widerrufen können.",
    readOnly: "Anlegen und Widerrufen erfordert die Rolle Betrieb.",
    title: (name) => `Kalenderadresse ${name}`,
    gone: "Diese Kalenderadresse existiert nicht.",
    nameHint: "Wo sie verwendet wird, z. B. Bereitschaft, Kundendienst.",
    covers: "Zeigt",
    coversHint: "Alle Wartungen, oder nur solche, die eine bestimmte Instanz betreffen.",
    expiry: "Läuft ab am",
    made: "Angelegt",
    ended: "Widerrufen",
    created: "Ihre Kalenderadresse",
    calendar: "Kalenderadresse",
    calendarHint:
      "Abonnieren Sie in Ihrer Kalender-App einen Kalender per URL und fügen Sie diese Adresse ein. Viele Kalender aktualisieren nur alle paar Stunden.",
    secret: "Mit dieser Adresse lassen sich die Wartungen des Projekts ohne Anmeldung einsehen.",
    revoke: "Adresse widerrufen",
    revokeMeaning:
      "Kalender, die diese Adresse abonniert haben, werden nicht mehr aktualisiert. Das lässt sich nicht rückgängig machen, weil die Adresse bekannt geworden sein kann. Zum erneuten Abonnieren legen Sie eine neue an.",
    revoked: (name) => `Adresse ${name} widerrufen.`,
  },
);
