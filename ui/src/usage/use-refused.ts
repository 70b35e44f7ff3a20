/** Apps that are refused, for screens that tell of it. */
import { useQuery } from "@tanstack/react-query";
import { readKeyListQuery } from "../read-keys/read-key-list.ts";
import { useSession } from "../session/session.ts";
import { useLanguage } from "../texts/language.tsx";
import type { Same, Texts } from "../texts/texts.ts";
import { anonymousTexts, type RefusedItem, refusedApps } from "./refused-attention.ts";
import { installationUsageQuery, projectUsageQuery } from "./usage-list.ts";

/** Of a project; undefined: not read yet. */
export function useRefusedAttention(project: string): readonly RefusedItem[] | undefined {
  const context = useContextOfTexts();
  const usage = useQuery(projectUsageQuery(project)).data;
  const keys = useQuery(readKeyListQuery(project)).data;
  return usage && keys && refusedApps.find({ usage, keys }, context);
}

/** Sentences of what belongs to no project; none for whoever is no administrator. */
export function useRefusedAnywhere(): readonly string[] {
  const context = useContextOfTexts();
  const { administrator } = useSession();
  const usage = useQuery({ ...installationUsageQuery, enabled: administrator }).data;
  return usage ? anonymousTexts(usage, context) : [];
}

function useContextOfTexts() {
  const { language, locale } = useLanguage();
  return { locale, say: <T>(texts: Texts<T>): Same<T> => texts[language] };
}
