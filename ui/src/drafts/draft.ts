/**
 * What is typed and not published, in this tab: it survives a reload, a server that is away and a session that ends. It belongs
 * to whoever typed it: nobody else who signs in in the same tab sees it.
 */

export interface Draft<Form> {
  readonly form: Form;
  /** What the form was made from, with its ETag; null: there was nothing. */
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

/** Where there is no room for it, typing goes on without. */
export function keepDraft<Form>(key: string, draft: Draft<Form>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    sessionStorage.removeItem(key);
  }
}

export function dropDraft(key: string): void {
  sessionStorage.removeItem(key);
}

/** Whether anything of theirs waits in this tab. */
export function hasDrafts(actor: string): boolean {
  const own = `${prefix}${actor}:`;
  return Object.keys(sessionStorage).some((key) => key.startsWith(own));
}
