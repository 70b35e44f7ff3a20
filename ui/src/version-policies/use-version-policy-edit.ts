import { AdminError } from "drawbridge-client/admin";
import { isPlatformName } from "drawbridge-rules/versions/platform.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { useMemo, useRef } from "react";
import { type Edit, useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { toSentPolicy } from "./policy-draft.ts";
import { toPolicyForm } from "./version-policy-list.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

/** A form with the platform, which one that is to be made does not have yet. */
interface NamedForm extends PolicyForm {
  readonly id: string;
}

/** @param id null: a platform is to be made. @param policy null: there is none */
export function useVersionPolicyEdit(project: string, id: string | null, policy: Policy | null): Edit<NamedForm> {
  const present = useMemo(() => presentOf(policy), [policy]);
  const initial = useMemo(() => ({ id: id ?? "" }), [id]);
  // A new one has its platform in the form, and is asked for by it.
  const typedId = useRef("");
  const edit = useEdit<NamedForm>({
    project,
    resource: `policies/${id ?? ""}`,
    path: (form) => `platforms.${form.id}`,
    title: (form) => (id === null ? texts.reviewNew : texts.reviewEdit)(form.id),
    present,
    initial,
    read: async () => presentOf(await orNull(admin.getPolicy({ project, platform: id ?? typedId.current }))),
    send: async ({ id: sentId, ...form }, etag, options) => {
      // Some of what can be typed has no address to be sent to.
      if (!isPlatformName(sentId)) throw wrongName(sentId, texts.platformWrong);
      return admin.putPolicy({ project, platform: sentId, body: toSentPolicy(form), etag, ...options });
    },
  });
  typedId.current = edit.form.id;
  return edit;
}

function wrongName(id: string, detail: string): AdminError {
  return new AdminError(422, "invalid", detail, { errors: [{ path: `platforms.${id}`, detail }] });
}

function presentOf(policy: Policy | null) {
  return policy && { form: { id: policy.id, ...toPolicyForm(policy) }, etag: policy.etag };
}
