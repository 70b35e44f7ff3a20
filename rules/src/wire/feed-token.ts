import { z } from "zod";
import { credentialChoices, credentialMembers } from "../credentials/credential-schema.ts";
import { requestShape, wireShape } from "../values/member.ts";
import { credentialState, secret } from "./credential.ts";
import { next } from "./page.ts";
import { changed, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

const fields = {
  id: z.string().meta({ examples: ["f_h8r2mt6wqx"] }),
  state: credentialState,
  instance: z.string().nullable().meta({ description: "Null: the whole project" }),
  ...wireShape(credentialMembers),
};
export const feedTokenSchema = z.strictObject(fields).meta({ id: "FeedToken" });
export type FeedToken = Wire<typeof feedTokenSchema>;

export const feedTokenListSchema = z.strictObject({ feed_tokens: z.array(feedTokenSchema), next }).meta({ id: "FeedTokenList" });
export type FeedTokenList = Wire<typeof feedTokenListSchema>;

export const createdFeedToken = z
  .strictObject({
    ...fields,
    revision,
    token: secret,
    calendar: z.string().meta({ description: "Address of the calendar. Anyone who has it can read the calendar" }),
  })
  .meta({ id: "CreatedFeedToken" });
export type CreatedFeedToken = Wire<typeof createdFeedToken>;

export const changedFeedToken = z.strictObject({ ...fields, revision, changed }).meta({ id: "ChangedFeedToken" });
export const feedTokenRequest = z
  .strictObject({
    ...requestShape(credentialChoices),
    instance: z
      .string({ error: "expected the id of an instance, or null for all of the project" })
      .nullable()
      .optional()
      .meta({ description: "Only maintenance of this instance; null: of the whole project", examples: ["eu-1"] }),
  })
  .meta({ id: "FeedTokenRequest" });
