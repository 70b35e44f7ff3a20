import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { RemoveButton } from "../review/remove-button.tsx";
import { admin } from "../server-connection.ts";
import { useTexts } from "../texts/language.tsx";
import { versionPolicyTexts } from "./version-policy-texts.ts";
import { everyProjectHas } from "./version-rules.ts";

export interface DeleteVersionPolicyProps {
  readonly project: string;
  readonly policy: Policy;
  readonly onDone: () => void;
}

/** Of a platform that every project has only the rules go; any other goes with them. */
export function DeleteVersionPolicy({ project, policy: { id, etag }, onDone }: DeleteVersionPolicyProps) {
  const texts = useTexts(versionPolicyTexts);
  const isAlways = everyProjectHas.includes(id);
  return (
    <RemoveButton
      project={project}
      title={isAlways ? texts.reviewDeletePolicy(id) : texts.reviewDelete(id)}
      label={isAlways ? texts.deletePolicy : texts.deletePlatform}
      etag={etag}
      readEtag={async () => (await admin.getPolicy({ project, platform: id })).etag}
      request={(looked, options) => admin.deletePolicy({ project, platform: id, etag: looked, ...options })}
      onDone={onDone}
    />
  );
}
