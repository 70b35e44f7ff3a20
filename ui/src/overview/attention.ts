/**
 * What needs people, from one source for each kind of thing. A source is a file: what it reads of a project, and what of that
 * somebody should do something about, with the place where it is mended. Sources are independent: one that cannot be read is said,
 * and the others are there.
 */
import type { MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import type { Formats } from "../texts/formats.ts";
import type { Same, Texts } from "../texts/texts.ts";
import { refusedApps } from "../usage/refused-attention.ts";
import { expiringKeys } from "./attention-keys.ts";
import { missingLinks } from "./attention-links.ts";
import { overdueMaintenance } from "./attention-maintenance.ts";
import { waitingProposals } from "./attention-proposals.ts";
import { unfinishedSetup } from "./attention-setup.ts";

/** `now`: people are shut out, or about to be; `soon`: they will be, unless somebody acts; `hint`: something is not finished. */
export const urgencies = ["now", "soon", "hint"] as const;
export type Urgency = (typeof urgencies)[number];

export interface AttentionItem {
  /** Of the source's own. */
  readonly key: string;
  readonly urgency: Urgency;
  /** The whole of it, in a sentence: it is a link. */
  readonly text: string;
  /** Where it is mended: the path of a screen of the project, and what its address says. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string | true>>;
}

export interface AttentionContext {
  readonly me: WhoAmI;
  readonly project: string;
  /** Epoch ms. */
  readonly now: number;
  readonly maintenance: MaintenanceList;
  readonly formats: Formats;
  readonly locale: string;
  /** The texts of the source, in the language of the console. */
  readonly say: <T>(texts: Texts<T>) => Same<T>;
}

export interface AttentionSource<Data> {
  /** Milliseconds, where what it reads changes and no commit tells of it: then everything of the project is read again. */
  readonly every?: number;
  /** Asked when a project shows, and again when something of it was changed. */
  read(project: string, me: WhoAmI): Promise<Data>;
  find(data: Data, context: AttentionContext): readonly AttentionItem[];
}

/** Each in one line. */
export const attentionSources: readonly AttentionSource<unknown>[] = [
  overdueMaintenance,
  missingLinks,
  expiringKeys,
  waitingProposals,
  refusedApps,
  unfinishedSetup,
];

/** In place of the data of a source that could not be read. */
export const notRead = Symbol("not read");

/** What was read, one for each source. */
export async function readAttention(project: string, me: WhoAmI): Promise<readonly unknown[]> {
  const read = await Promise.allSettled(attentionSources.map((source) => source.read(project, me)));
  return read.map((result) => (result.status === "fulfilled" ? result.value : notRead));
}

/** The most urgent first; and else in the order of the sources. */
export function attentionIn(read: readonly unknown[], context: AttentionContext): readonly AttentionItem[] {
  const found = attentionSources.flatMap((source, index) => {
    const data = read[index];
    if (data === undefined || data === notRead) return [];
    return source.find(data, context).map((item) => ({ ...item, key: `${index} ${item.key}` }));
  });
  return found.toSorted((a, b) => urgencies.indexOf(a.urgency) - urgencies.indexOf(b.urgency));
}
