import { defineTexts } from "../texts/texts.ts";

export const feedTokenTexts = defineTexts(
  {
    meaning: "Addresses by which a calendar or a feed reader shows the maintenance of this project, by itself and up to date.",
    create: "Make a calendar address",
    table: "Calendar addresses",
    columns: { name: "Name", state: "State", covers: "Shows", expiry: "Ends" },
    wholeProject: "The whole project",
    emptyTitle: "No calendar addresses yet",
    empty:
      "Whoever is on call, or writes to customers, can have the maintenance of this project in their own calendar: planned windows, and what is moved, extended or cancelled. Each gets an address of their own, which can be ended without the others.",
    readOnly: "Making and ending them takes the role Operator.",
    title: (name: string) => `Calendar address ${name}`,
    gone: "There is no such calendar address.",
    name: "Name",
    nameHint: "Who reads it: you will want to know when you end it.",
    covers: "Shows",
    coversHint: "Maintenance of everything, or only of what covers one instance.",
    expiry: "Ends at",
    last: "Last characters",
    made: "Made",
    ended: "Ended",
    created: "This is the address for the calendar",
    calendar: "calendar address",
    calendarHint:
      "In your calendar, choose to subscribe to a calendar by its address, and paste it there. Many calendars look for news only every few hours.",
    atom: "For a feed reader (Atom)",
    secret: "Whoever has such an address can read the maintenance of this project without signing in.",
    revoke: "End this address",
    revokeMeaning:
      "Calendars subscribed to this address no longer get updates. This can't be undone, because the address may be known to others. To subscribe again, create a new one.",
    revoked: (name: string) => `The address ${name} has ended.`,
  },
  {
    meaning:
      "Adressen, unter denen ein Kalender oder ein Feedreader die Wartungen dieses Projekts zeigt, von selbst und auf dem neuesten Stand.",
    create: "Kalenderadresse anlegen",
    table: "Kalenderadressen",
    columns: { name: "Name", state: "Zustand", covers: "Zeigt", expiry: "Endet" },
    wholeProject: "Das ganze Projekt",
    emptyTitle: "Noch keine Kalenderadressen",
    empty:
      "Wer Bereitschaft hat oder mit der Kundschaft spricht, kann die Wartungen dieses Projekts im eigenen Kalender haben: geplante Fenster, und was verschoben, verlängert oder abgesagt wird. Jede Person bekommt eine eigene Adresse, die sich ohne die anderen beenden lässt.",
    readOnly: "Sie anzulegen und zu beenden braucht die Rolle Betrieb.",
    title: (name) => `Kalenderadresse ${name}`,
    gone: "Es gibt keine solche Kalenderadresse.",
    name: "Name",
    nameHint: "Wer sie liest: das wollen Sie wissen, wenn Sie sie beenden.",
    covers: "Zeigt",
    coversHint: "Wartungen von allem, oder nur, was eine Instanz betrifft.",
    expiry: "Endet am",
    last: "Letzte Zeichen",
    made: "Angelegt",
    ended: "Beendet",
    created: "Das ist die Adresse für den Kalender",
    calendar: "Kalenderadresse",
    calendarHint:
      "Wählen Sie in Ihrem Kalender, einen Kalender über seine Adresse zu abonnieren, und fügen Sie sie dort ein. Viele Kalender sehen nur alle paar Stunden nach Neuem.",
    atom: "Für einen Feedreader (Atom)",
    secret: "Wer eine solche Adresse hat, kann die Wartungen dieses Projekts ohne Anmeldung lesen.",
    revoke: "Diese Adresse beenden",
    revokeMeaning:
      "Kalender, die diese Adresse abonniert haben, werden nicht mehr aktualisiert. Das lässt sich nicht rückgängig machen, weil andere die Adresse kennen können. Zum erneuten Abonnieren legen Sie eine neue an.",
    revoked: (name) => `Die Adresse ${name} ist beendet.`,
  },
);
