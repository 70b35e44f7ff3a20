import { builtInPlatforms } from "drawbridge-rules/versions/platform.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { RemoveButton } from "../review/remove-button.tsx";
import { admin } from "../server-connection.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

interface DeleteVersionPolicyProps {
  readonly project: string;
  readonly policy: Policy;
  readonly onDone: () => void;
}

/** Deletes the rules of a built-in platform; any other platform is deleted with its rules. */
export function DeleteVersionPolicy({ project, policy: { id, etag }, onDone }: DeleteVersionPolicyProps) {
  const isAlways = builtInPlatforms.includes(id);
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
