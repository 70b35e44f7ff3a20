/** Names beside ids, for clients that write sentences. */
import { z } from "zod";
import { record } from "./values.ts";
import type { Wire } from "./wire.ts";

const names = z.record(z.string(), z.string()).optional();

export const nameTable = record(
  "Names",
  {
    description: "Names by kind and id, of ids in this answer that have one",
    examples: [{ instance: { "eu-1": "Acme Europe" }, person: { u_h8r2mt6wqx: "Ada" } }],
  },
  { platform: names, window: names, instance: names, key: names, person: names },
);
export type NameTable = Wire<typeof nameTable>;
