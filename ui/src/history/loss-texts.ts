import { defineTexts } from "../texts/texts.ts";

export const lossTexts = defineTexts(
  {
    lost: (first: number | null, last: number, when: string) =>
      `The database was rolled back and lost changes (${first === null ? `up to revision ${last}` : revisions(first, last, "revision", "revisions", "to")}); detected ${when}. Each project's History lists them`,
  },
  {
    lost: (first, last, when) =>
      `Die Datenbank wurde zurückgesetzt und hat Änderungen verloren (${first === null ? `bis Revision ${last}` : revisions(first, last, "Revision", "Revisionen", "bis")}); bemerkt ${when}. Der Verlauf jedes Projekts führt sie auf`,
  },
);

function revisions(first: number, last: number, one: string, many: string, to: string): string {
  return first === last ? `${one} ${last}` : `${many} ${first} ${to} ${last}`;
}
