export interface Draft<Form> {
  readonly form: Form;
  /** The published form that the draft started from; null means there was none. */
  readonly base: { readonly form: Form; readonly etag: string } | null;
  /** Epoch ms. */
  readonly at: number;
}

const prefix = "drawbridge-draft:";

/** @param resource `acme-shop/instances/eu-1` */
export function draftKey(actor: string, resource: string): string {
  return `${prefix}${actor}:${resource}`;
}

export function readDraft<Form>(key: string): Draft<Form> | null {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Draft<Form>;
  } catch {
    return null;
  }
}

/** Without room in the storage, typing continues without a draft. */
export function saveDraft<Form>(key: string, draft: Draft<Form>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    sessionStorage.removeItem(key);
  }
}

export function deleteDraft(key: string): void {
  sessionStorage.removeItem(key);
}

export function hasDrafts(actor: string): boolean {
  const own = `${prefix}${actor}:`;
  return Object.keys(sessionStorage).some((key) => key.startsWith(own));
}
