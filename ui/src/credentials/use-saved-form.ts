/** A form of what has no ETag to be edited against: what is typed survives a reload and a server that is away, in this tab. */
import { useState } from "react";
import { deleteDraft, draftKey, readDraft, saveDraft } from "../drafts/draft.ts";
import { useSession } from "../session/session.ts";

interface SavedForm<Form> {
  readonly form: Form;
  readonly change: (form: Form) => void;
  /** It was sent, or is not wanted. */
  readonly drop: () => void;
}

/** @param resource what it is kept under: `acme-shop/keys`; nothing secret may be typed into it */
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
