/** Sends a change of a policy that depends on the present one, after a review. */
import type { Merge } from "drawbridge-rules/api/operations.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import type { ReviewedChangeOptions } from "./change-options.ts";
import type { Context } from "./context.ts";
import { withoutNulls } from "./patch.ts";
import { findPolicy } from "./platform.ts";
import { runReviewedChange } from "./reviewed-change.ts";

/** A merge patch: null deletes a member, also one of the step. */
export type PolicyPatch = Omit<Merge<PolicyForm>, "step"> & { readonly step?: Merge<NonNullable<PolicyForm["step"]>> | null };

interface PolicyChange {
  /** As typed, for hints. */
  readonly command: string;
  readonly project: string;
  readonly platform: string;
  /** @param present null: ios or android without a policy yet */
  readonly patchFor: (present: Policy | null) => PolicyPatch;
}

export async function changePolicy(
  { command, project, platform, patchFor }: PolicyChange,
  changeOptions: ReviewedChangeOptions,
  context: Context,
): Promise<number> {
  const { client } = context;
  let body: PolicyPatch = {};
  return runReviewedChange(
    {
      command,
      subject: project,
      question: (changes) => `Apply ${changes}?`,
      etag: async () => {
        const found = await findPolicy(project, platform, context);
        body = patchFor(found);
        return found?.etag ?? null;
      },
      send: (etag, options) =>
        etag === null
          ? client.putPolicy({ project, platform, body: withoutNulls(body as Merge<PolicyForm>), etag: null, ...options })
          : client.patchPolicy({ project, platform, body: body as Merge<PolicyForm>, etag, ...options }),
      changeOptions,
    },
    context,
  );
}
