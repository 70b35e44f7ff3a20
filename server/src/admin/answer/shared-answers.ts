/** Answers that routes share. */
import { proposedChange } from "drawbridge-rules/wire/proposal.ts";

/** Answer to an edit of something that exists. */
export const changedAnswer = {
  description: "The change, or its preview",
  headers: ["etag"],
} as const;

/** Answer to an undo. */
export const reversedAnswer = { description: "The change, or its preview" } as const;

/** Answer to a PUT that creates a resource. */
export const createdAnswer = {
  description: "Created",
  headers: ["etag", "location"],
} as const;

/** Answer to a GET whose If-None-Match names the current ETag. */
export const unchangedAnswer = {
  description: "Unchanged since an ETag of If-None-Match",
  headers: ["etag"],
} as const;

/** Answer to an edit with `?propose=`. */
export const proposedAnswer = {
  202: { description: "Saved as a proposal; nothing has changed yet", schema: proposedChange },
} as const;
