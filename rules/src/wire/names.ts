import { z } from "zod";
import type { Wire } from "./values.ts";
import { record } from "./values.ts";

const namesOf = (kind: string) => z.record(z.string(), z.string()).optional().describe(`Names of ${kind}, by id`);

export const nameTable = record(
  "Names",
  {
    description: "Names by kind and id, of ids in this answer that have one",
    examples: [{ instance: { "eu-1": "Acme Europe" }, person: { u_h8r2mt6wqx: "Ada" } }],
  },
  {
    platform: namesOf("platforms"),
    window: namesOf("windows"),
    instance: namesOf("instances"),
    key: namesOf("keys"),
    person: namesOf("people"),
  },
);
export type NameTable = Wire<typeof nameTable>;
