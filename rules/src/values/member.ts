/** Types, stored check, wire form, reader and printer of a member come from one description. */
import { z } from "zod";
import type { Frozen } from "../wire/values.ts";
import { isMap } from "./fields.ts";
import { parseInstantAhead, printInstant } from "./instant.ts";

/** @typeParam W form on the wire; null means never */
export interface Member<W extends z.ZodType | null = z.ZodType | null, T = unknown> {
  readonly wire: W;
  readonly stored: z.ZodType;
  /** Only of an accepted form. @param now epoch ms: an instant can be a duration from now */
  read(form: Form<W>, now: number): T;
  print(value: T): Form<W>;
}
type Form<W extends z.ZodType | null> = W extends z.ZodType ? Frozen<z.input<W>> : never;

export type Members = Readonly<Record<string, Member>>;

/** The noun in memory, and in JSON in its row. */
export type Stored<M extends Members> = { readonly [K in keyof M]: M[K] extends Member<z.ZodType | null, infer T> ? T : never };

type Snake<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;
type OnWire<M extends Members> = { [K in keyof M as M[K]["wire"] extends null ? never : K]: M[K] };

export type WireShape<M extends Members> = { [K in keyof OnWire<M> as Snake<K>]: NonNullable<M[K & keyof M]["wire"]> };
type RequestShape<M extends Members> = {
  [K in keyof WireShape<M>]: WireShape<M>[K] extends z.ZodNullable ? z.ZodOptional<WireShape<M>[K]> : WireShape<M>[K];
};
type Printed<M extends Members> = { readonly [K in keyof OnWire<M> as Snake<K>]: Form<M[K & keyof M]["wire"]> };

/** The same in memory and on the wire. */
export function plain<S extends z.ZodType>(schema: S): Member<S, Frozen<z.output<S>>> {
  return {
    wire: schema,
    stored: schema,
    read: (form) => form as Frozen<z.output<S>>,
    print: (value) => value as Form<S>,
  };
}

export function internal<S extends z.ZodType>(schema: S): Member<null, Frozen<z.output<S>>> {
  const refuse = () => {
    throw new TypeError("an internal member is not on the wire");
  };
  return { wire: null, stored: schema, read: refuse, print: refuse };
}

/** Epoch ms in memory. */
export function instantMember<S extends z.ZodType<string, string>>(wire: S): Member<S, number> {
  return {
    wire,
    stored: z.number(),
    read: (text, now) => parseInstantAhead(text as string, now) ?? Number.NaN,
    print: (at) => printInstant(at) as Form<S>,
  };
}

export function orNull<W extends z.ZodType, T>(
  { wire, stored, read, print }: Member<W, T>,
  meta: z.core.GlobalMeta = {},
): Member<z.ZodNullable<W>, T | null> {
  return {
    wire: wire.nullable().meta(meta),
    stored: stored.nullable(),
    read: (form, now) => (form === null ? null : read(form as Form<W>, now)),
    print: (value) => (value === null ? null : print(value)) as Form<z.ZodNullable<W>>,
  };
}

/** A map of members. @param wire strict object of `wireShape` */
export function mapMember<M extends Members, W extends z.ZodType>(members: M, wire: W): Member<W, Stored<M>> {
  return {
    wire,
    stored: z.custom((value) => hasMembers(members, value)),
    read: (form, now) => readMembers(members, form as Partial<Printed<M>>, absentMembers(members), now),
    print: (value) => printMembers(members, value) as Form<W>,
  };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function wireShape<M extends Members>(members: M): WireShape<M> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, { wire }]) => (wire === null ? [] : [[snakeCase(name), wire]])),
  ) as WireShape<M>;
}

export function printMembers<M extends Members>(members: M, value: Stored<M>): Printed<M> {
  const printed: Record<string, unknown> = {};
  for (const name in members) {
    const { wire, print } = members[name] as Member<z.ZodType | null, unknown>;
    if (wire !== null) printed[snakeCase(name)] = print(value[name]);
  }
  return printed as Printed<M>;
}

/** Members that can be null may be omitted. */
export function requestShape<M extends Members>(members: M): RequestShape<M> {
  const shape = Object.entries<z.ZodType>(wireShape(members));
  return Object.fromEntries(shape.map(([name, wire]) => [name, isNullable(wire) ? wire.optional() : wire])) as never;
}

/** @param absent members that the form omits */
export function readMembers<M extends Members>(
  members: M,
  form: Partial<Printed<M>>,
  absent: Partial<Stored<M>>,
  now: number,
): Stored<M> {
  const read = Object.entries(members).map(([name, member]) => {
    const given = (form as Readonly<Record<string, never>>)[snakeCase(name)];
    return [name, given === undefined ? absent[name] : member.read(given, now)];
  });
  return Object.fromEntries(read) as Stored<M>;
}

/** For a request that omits a member, and for a row from before the member. */
export function absentMembers<M extends Members>(members: M): AbsentMembers<M> & Partial<Stored<M>> {
  const names = Object.keys(members).filter((name) => isNullable(members[name]?.stored));
  return Object.fromEntries(names.map((name) => [name, null])) as AbsentMembers<M> & Partial<Stored<M>>;
}

type AbsentMembers<M extends Members> = { readonly [K in keyof M as null extends Stored<M>[K] ? K : never]: null };

function isNullable(schema: z.ZodType | undefined): boolean {
  return schema instanceof z.ZodNullable;
}

/** Other members are allowed. */
export function hasMembers(members: Members, row: unknown): boolean {
  return isMap(row) && Object.entries(members).every(([name, { stored }]) => stored.safeParse(row[name] ?? null).success);
}
