import { useState } from "react";
import { deleteDraft, draftKey, readDraft, saveDraft } from "../drafts/draft.ts";
import { useSession } from "../session/session.ts";

/** @param resource `acme-shop/keys`; the form is stored, so it must have no field for a secret */
export function useSavedForm<Form>(resource: string, initial: Form) {
  const key = draftKey(useSession().actor, resource);
  const [form, setForm] = useState<Form>(() => readDraft<Form>(key)?.form ?? initial);
  return {
    form,
    change: (changed: Form) => {
      setForm(changed);
      saveDraft(key, { form: changed, base: null, at: Date.now() });
    },
    drop: () => {
      deleteDraft(key);
      setForm(initial);
    },
  };
}
