/** The sum of row digests, so an update costs only its rows. */
import { hash } from "node:crypto";
import { kinds } from "drawbridge-rules/project/kind.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { hasTrail } from "drawbridge-rules/project/trail.ts";
import type { Change, Row } from "../store/store.ts";

/** By project, 32 hexadecimal digits; "" is the installation, whose edge tokens go to unrestricted edges. */
export type Digests = Readonly<Record<string, string>>;

/** Four sums of 32 bits, each without its carry: a change of a row is four additions. */
type Sum = Uint32Array;

export class ProjectDigests {
  readonly #sums = new Map<string, Sum>();

  clear(): void {
    this.#sums.clear();
  }

  replace(project: string, before: string | undefined, after: string | undefined): void {
    const sum = this.#sums.get(project) ?? new Uint32Array(lanes);
    add(sum, before, -1);
    add(sum, after, 1);
    if (sum.every((lane) => lane === 0)) this.#sums.delete(project);
    else this.#sums.set(project, sum);
  }

  /** "0…0" for a project without rows. */
  of(project: string): string {
    return [...(this.#sums.get(project) ?? nothing)].map((lane) => lane.toString(16).padStart(8, "0")).join("");
  }

  in({ projects }: { readonly projects: readonly string[] | null }): Digests {
    return this.ofAll(projects ?? this.#sums.keys());
  }

  ofAll(projects: Iterable<string>): Digests {
    const digests: Record<string, string> = Object.create(null);
    for (const project of projects) digests[project] = this.of(project);
    return digests;
  }

  /** @param areAll whether missing projects have no rows */
  differingFrom(digests: Digests, areAll: boolean): string[] {
    const here = areAll ? [...this.#sums.keys()].filter((project) => digests[project] === undefined) : [];
    return [...Object.keys(digests).filter((project) => this.of(project) !== digests[project]), ...here];
  }
}

const lanes = 4;
const nothing: Sum = new Uint32Array(lanes);

function add(sum: Sum, digest: string | undefined, sign: 1 | -1): void {
  if (digest === undefined) return;
  for (let lane = 0; lane < lanes; lane++) {
    const at = lane * 4;
    const [a, b, c, d] = [digest.charCodeAt(at), digest.charCodeAt(at + 1), digest.charCodeAt(at + 2), digest.charCodeAt(at + 3)];
    sum[lane] = (sum[lane] ?? 0) + sign * (((a << 24) | (b << 16) | (c << 8) | d) >>> 0);
  }
}

export interface Resource extends Pick<Change, "project" | "kind"> {
  /** Absent means of a kind without secrets. */
  readonly value?: string | null;
}

/** Edges get only edge tokens, as hashes. A deletion does not say of which kind it is. */
export function isForEdges({ project, kind, value = null }: Resource): boolean {
  if (kind !== "token") return kinds[kind].travels;
  return project === "" && (value === null || storedValue("token", value).kind === "edge");
}

/** Authors and reasons stay at the origin. */
export function valueForEdges({ kind, value }: Pick<Change, "kind" | "value">): string | null {
  if (value === null || !hasTrail(kind) || !value.includes(',"trail":')) return value;
  const { trail: _, ...others } = JSON.parse(value);
  return JSON.stringify(others);
}

/** 16 bytes as Latin-1. @param row with the value that edges get */
export function rowDigest({ kind, id, schema, value }: Row): string {
  return hash("sha256", `${kind}\n${schema}\n${id.length}\n${id}\n${value}`, "latin1").slice(0, 16);
}

export function readDigests(value: unknown): Digests | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const digests: Record<string, string> = Object.create(null);
  for (const [project, digest] of Object.entries(value)) {
    if (typeof digest !== "string" || !/^[0-9a-f]{32}$/.test(digest)) return null;
    digests[project] = digest;
  }
  return digests;
}
