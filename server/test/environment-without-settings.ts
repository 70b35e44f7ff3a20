/** The environment for another program: without the settings of this one. */
export function environmentWithoutSettings(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("DRAWBRIDGE_")));
}
