/** Form without an ETag to edit against. Input survives a reload and an outage of the server, in this tab. */
import { useState } from "react";
import { deleteDraft, draftKey, readDraft, saveDraft } from "../drafts/draft.ts";
import { useSession } from "../session/session.ts";

interface SavedForm<Form> {
  readonly form: Form;
  readonly change: (form: Form) => void;
  /** Discards the input: it was sent, or the user canceled. */
  readonly drop: () => void;
}

/** @param resource key of the stored input: `acme-shop/keys`; the form must have no field for a secret */
export function useSavedForm<Form>(resource: string, initial: Form): SavedForm<Form> {
  const key = draftKey(useSession().actor, resource);
  const [form, setForm] = useState<Form>(() => readDraft<Form>(key)?.form ?? initial);
  return {
    form,
    change: (changed) => {
      setForm(changed);
      saveDraft(key, { form: changed, base: null, at: Date.now() });
    },
    drop: () => {
      deleteDraft(key);
      setForm(initial);
    },
  };
}
