import { defineTexts } from "../texts/texts.ts";

export const lossTexts = defineTexts(
  {
    lost: (first: number | null, last: number, when: string) =>
      `The database went back and lost changes (${first === null ? `up to revision ${last}` : revisions(first, last, "revision", "revisions", "to")}), noticed ${when}. The history of each project names them`,
  },
  {
    lost: (first, last, when) =>
      `Die Datenbank ging zurück und verlor Änderungen (${first === null ? `bis Revision ${last}` : revisions(first, last, "Revision", "Revisionen", "bis")}), bemerkt ${when}. Der Verlauf jedes Projekts nennt sie`,
  },
);

function revisions(first: number, last: number, one: string, many: string, to: string): string {
  return first === last ? `${one} ${last}` : `${many} ${first} ${to} ${last}`;
}
