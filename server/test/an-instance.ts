import { type Instance, instanceSchema } from "drawbridge-rules/project/instance.ts";
import { absentMembers } from "drawbridge-rules/values/schema.ts";

/** An instance that says only what a test is about. */
export function anInstance(members: Partial<Instance> = {}): Instance {
  return { ...(absentMembers(instanceSchema) as Instance), name: "Acme", ...members };
}
