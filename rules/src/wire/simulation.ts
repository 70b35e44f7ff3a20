import { z } from "zod";
import { forcedExample, forcingRule } from "./platform.ts";
import { instantAhead, record, text, type Wire } from "./values.ts";

export const simulationQuery = z.strictObject({
  platform: text("Platform of the app, with `version`", "ios").optional(),
  version: text("Version of the app, with `platform`", "2.3.0").optional(),
  instance: text("Id of an instance; instead of platform and version, or with them for `gate`", "eu-1").optional(),
  endpoint: z
    .enum(["config", "maintenance", "gate"], { error: "expected config, maintenance or gate" })
    .optional()
    .meta({ description: "By default `config` for a version, `maintenance` for an instance", examples: ["gate"] }),
  at: instantAhead.optional().meta({ description: "Instant of the request; now by default", examples: ["7d"] }),
  lang: text("Language of the app (BCP 47)", "de").optional(),
  os: text("Version of the operating system, for `gate`", "17.0").optional(),
});
interface SimulatedApp {
  readonly platform: string;
  readonly version: string;
}
export type SimulationQuery = (
  | SimulatedApp
  | { readonly instance: string }
  | (SimulatedApp & { readonly endpoint: "gate"; readonly instance?: string })
) &
  Pick<Wire<typeof simulationQuery>, "at" | "lang" | "os">;

export const simulationSchema = record(
  "Simulation",
  {
    description: "Answer that a key without limits would get",
    examples: [
      {
        status: 200,
        headers: { "content-type": "application/json; charset=utf-8", "cache-control": "private, max-age=30" },
        body: {
          force_upgrade: true,
          maintenance_active: false,
          message: "Please update to 2.4.0.",
          android_source: "",
          apple_source: "",
        },
        reason: "below_minimum",
        forced_by: forcedExample,
      },
    ],
  },
  {
    status: z.int().describe("Status of the answer"),
    headers: z.record(z.string(), z.string()).describe("Names in lower case"),
    body: z.record(z.string(), z.unknown()).describe("Body of the answer"),
    reason: z
      .string()
      .describe(
        "For an app version, `drawbridge-reason`; for an instance `scheduled`, `announced`, `active`, `ended` or `none`; for an error its code",
      ),
    forced_by: forcingRule.nullable().describe("The rule that forces the update; null: none does"),
  },
);
export type Simulation = Wire<typeof simulationSchema>;
