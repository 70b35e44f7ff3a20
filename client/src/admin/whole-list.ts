/** Lists come in pages; whoever wants all of one has it walked here. */
import type { Page, PageQuery } from "drawbridge-rules/wire/page.ts";

/** As many as the server gives at once. */
const longestPage = 1_000;

/** Every entry, page by page. What comes and goes meanwhile makes nothing that stays appear twice or not at all. */
export async function wholeList<P extends Page, T>(
  ask: (page: PageQuery) => Promise<P>,
  entriesOf: (page: P) => readonly T[],
): Promise<readonly T[]> {
  const found: T[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page: P = await ask({ limit: longestPage, ...(after === undefined ? {} : { after }) });
    for (const entry of entriesOf(page)) found.push(entry);
    // A server of before there were pages gives everything at once.
    after = page.next ?? null;
  }
  return found;
}

/** What a whole list can be asked for: anything but a page of it. */
export type Whole<Query extends PageQuery> = Omit<Query, keyof PageQuery>;
