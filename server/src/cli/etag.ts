import { type Etag, isNotFound } from "drawbridge-client/admin";

/** Precondition of an edit: the ETag, or that the resource does not exist yet. */
export async function readEtag(read: () => Promise<{ readonly etag: string }>): Promise<Etag> {
  try {
    return (await read()).etag;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
