/** Merge patches from options: a member that no option names is absent, one that `--no-…` removes is null. */
import type { Merge } from "drawbridge-client/admin";

export function some<K extends string, T>(name: K, value: T | null): { readonly [P in K]?: T } {
  return value === null ? {} : ({ [name]: value } as { [P in K]: T });
}

export function withoutNulls<T extends object>(patch: Merge<T>): T {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null)) as T;
}
