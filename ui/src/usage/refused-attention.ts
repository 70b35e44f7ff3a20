/** Apps that are answered 401: what of it needs somebody, and where it is mended. A source of the screen Now, and of the keys' own. */
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { InstallationUsage, ProjectUsage } from "drawbridge-rules/wire/usage.ts";
import { admin } from "../server-connection.ts";
import type { Same, Texts } from "../texts/texts.ts";
import { usageTexts } from "./usage-texts.ts";

export interface RefusedItem {
  readonly key: string;
  /** `now`: nobody meant it; `soon`: somebody ended the key, and apps still have it; `hint`: the noise of the internet, or an app that was forgotten. */
  readonly urgency: "now" | "soon" | "hint";
  readonly text: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string | true>>;
}

export interface RefusedData {
  readonly usage: ProjectUsage;
  /** For their names; none where nobody was refused. */
  readonly keys: readonly ListedReadKey[];
}

interface RefusedContext {
  readonly locale: string;
  readonly say: <T>(texts: Texts<T>) => Same<T>;
}

export const refusedApps = {
  /** Milliseconds: no commit tells that an app was refused. */
  every: 300_000,
  async read(project: string): Promise<RefusedData> {
    const usage = await admin.getUsage({ project });
    return { usage, keys: usage.refused.length === 0 ? [] : await admin.listAll("listReadKeys", { project }) };
  },
  find({ usage, keys }: RefusedData, { locale, say }: RefusedContext): readonly RefusedItem[] {
    const { refusedWith } = say(usageTexts);
    return usage.refused.map(({ key: id, reason, requests }) => {
      const key = keys.find((each) => each.id === id);
      const isMeant = reason !== "expired" || (key?.replaced_by ?? null) !== null;
      return {
        key: `${reason} ${id}`,
        urgency: isMeant ? "soon" : "now",
        text: refusedWith[reason](requests, key?.name || id, locale),
        to: "/projects/$project/keys",
        search: { edit: id },
      };
    });
  },
};

/** What belongs to no project, for administrators. */
export function anonymousTexts({ refused }: InstallationUsage, { locale, say }: RefusedContext): readonly string[] {
  const { refusedWithout } = say(usageTexts);
  return refused.map(({ reason, requests }) => refusedWithout[reason](requests, locale));
}
