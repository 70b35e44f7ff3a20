/** Refused requests that need attention, with links to fix them. Used by Now and by the keys screen. */
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { InstallationUsage, ProjectUsage } from "drawbridge-rules/wire/usage.ts";
import { admin } from "../server-connection.ts";
import { usageTexts } from "./usage-texts.ts";

export interface RefusedItem {
  readonly key: string;
  /** `now`: unintended; `soon`: the key was revoked, and apps still use it; `hint`: internet noise, or a forgotten app. */
  readonly urgency: "now" | "soon" | "hint";
  readonly text: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string | true>>;
}

interface RefusedData {
  readonly usage: ProjectUsage;
  /** Source of their names; empty if no request was refused. */
  readonly keys: readonly ListedReadKey[];
}

export const refusedApps = {
  /** Milliseconds: no commit announces refused requests. */
  every: 300_000,
  async read(project: string): Promise<RefusedData> {
    const usage = await admin.getUsage({ project });
    return { usage, keys: usage.refused.length === 0 ? [] : await admin.listAll("listReadKeys", { project }) };
  },
  find({ usage, keys }: RefusedData): readonly RefusedItem[] {
    const { refusedWith } = usageTexts;
    return usage.refused.map(({ key: id, reason, requests, example }) => {
      const key = keys.find((each) => each.id === id);
      const isMeant = reason !== "expired" || (key?.replaced_by ?? null) !== null;
      return {
        key: `${reason} ${id}`,
        urgency: isMeant ? "soon" : "now",
        text: refusedWith[reason](requests, key?.name || id, example ?? ""),
        to: "/projects/$project/connect/keys",
        search: { edit: id },
      };
    });
  },
};

/** Refused requests that belong to no project, for administrators. */
export function anonymousTexts({ refused }: InstallationUsage): readonly string[] {
  const { refusedWithout } = usageTexts;
  return refused.map(({ reason, requests }) => refusedWithout[reason](requests));
}
