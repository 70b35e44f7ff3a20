/** Merge patches from options: a member that no option names is absent, one that `--no-…` removes is null. */
import type { Merge } from "drawbridge-rules/api/operations.ts";

export function memberIfSet<K extends string, T>(name: K, value: T | null): { readonly [P in K]?: T } {
  return value === null ? {} : ({ [name]: value } as { [P in K]: T });
}

/** @param members all of them, so that a member without an option does not compile; undefined: no option names it */
export function mergePatch<T extends object>(members: { readonly [K in keyof T]-?: T[K] | null | undefined }): Merge<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Merge<T>;
}

/** The patch applied to nothing. */
export function withoutNulls<T extends object>(patch: Merge<T>): T {
  const members = Object.entries(patch).filter(([, value]) => value !== null);
  return Object.fromEntries(members.map(([key, value]) => [key, isMap(value) ? withoutNulls(value) : value])) as T;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
