import { type Instance, instanceSchema } from "drawbridge-rules/project/instance.ts";
import { defaultMembers } from "drawbridge-rules/values/schema.ts";

/** An instance with only the members that matter to a test. */
export function exampleInstance(members: Partial<Instance> = {}): Instance {
  return { ...(defaultMembers(instanceSchema) as Instance), name: "Acme", ...members };
}
