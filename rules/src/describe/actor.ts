/** The author of a change, as a name. */
const serverActors: Readonly<Record<string, string>> = { environment: "Setup token", system: "Drawbridge" };

/** @param name current name of the person or token; null means erased, or never named */
export function describeActor(actor: string, name: string | null): string {
  if (name !== null) return name;
  if (Object.hasOwn(serverActors, actor)) return serverActors[actor] ?? actor;
  return actor.startsWith("u_") ? "Erased user" : actor;
}
