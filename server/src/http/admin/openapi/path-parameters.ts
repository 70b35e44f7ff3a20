import { slugRule } from "drawbridge-rules/project/project.ts";
import { z } from "zod";

const pathId = (what: string, prefix: string, example: string) =>
  z.string().meta({ description: `Id of ${what}`, pattern: `^${prefix}`, examples: [example] });
const slug = { pattern: "^[a-z0-9-]{1,63}$" };

/** Parameters of paths, by name. */
export const pathParameters: Readonly<Record<string, z.ZodType>> = {
  project: z.string().meta({ description: `Id of a project: ${slugRule}`, ...slug, examples: ["acme-shop"] }),
  platform: z.string().meta({ description: "Name of a platform in lower case", examples: ["ios"] }),
  window: z.string().meta({ description: `Id of a maintenance window: ${slugRule}`, ...slug, examples: ["db-upgrade"] }),
  instance: z.string().meta({
    description:
      "Id of an instance, percent-encoded. An id that contains / or \\, or is . or .., has no address: read it in the list and edit it in the manifest",
    maxLength: 128,
    examples: ["eu-1"],
  }),
  key: pathId("a read key", "k_", "k_m4t9wzq2hd"),
  feed: pathId("a feed token", "f_", "f_h8r2mt6wqx"),
  token: pathId("an access token", "t_", "t_k3v7q2zd5m"),
  edge_token: pathId("an edge token", "d_", "d_h8r2mt6wqx"),
  proposal: pathId("a proposal", "p_", "p_k3v7q2zd5m"),
  person: pathId("a person", "u_", "u_h8r2mt6wqx"),
  session: z.string().meta({ description: "Id of one of your sessions, from the list", examples: ["Fh2kq0"] }),
};
