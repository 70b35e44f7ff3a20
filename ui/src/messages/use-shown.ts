/** The text of a message that a phone preview shows: the draft or the published one. */

import type { Kind, MessageForm } from "./message-form.ts";
import { useTextNotes } from "./phone.tsx";
import { type PhoneContext, phoneText } from "./phone-context.ts";

export interface KindPhoneProps {
  readonly project: string;
  readonly kind: Kind;
  readonly form: MessageForm;
  /** As it is published. */
  readonly published: MessageForm;
  readonly context: PhoneContext;
}

/** Returns the draft, or the published text if the preview asks for it. */
export function useShown({ kind, form, published, context }: KindPhoneProps) {
  const told = phoneText(kind, context.isPublished ? published : form, context);
  const now = phoneText(kind, published, context);
  return {
    told,
    textNotes: useTextNotes(told),
    frame: { appName: form.name ?? "", isDark: context.isDark, isDraft: !context.isPublished && told.text !== now.text },
  };
}
