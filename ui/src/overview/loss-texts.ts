export const lossTexts = {
  lost: (first: number | null, last: number, when: string) =>
    `The database was rolled back and lost changes (${first === null ? `up to revision ${last}` : revisions(first, last, "revision", "revisions", "to")}); detected ${when}. The activity of each project lists them`,
};

function revisions(first: number, last: number, one: string, many: string, to: string): string {
  return first === last ? `${one} ${last}` : `${many} ${first} ${to} ${last}`;
}
