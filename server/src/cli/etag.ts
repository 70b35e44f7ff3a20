import { type Etag, isNotFound } from "drawbridge-client/admin";

/** What an edit of it is conditional on: its ETag, or that it is still not there. */
export async function etagOf(read: () => Promise<{ readonly etag: string }>): Promise<Etag> {
  try {
    return (await read()).etag;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
