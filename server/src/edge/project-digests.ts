/**
 * A digest for each project of the rows that edges get: the sum of the digests of the rows. An update costs only the changed
 * rows, and an edge whose rows differ from its origin's has another sum.
 */
import { hash } from "node:crypto";
import { type Kind, kinds } from "../domain/kind.ts";
import type { Change, Row } from "../store/store.ts";
import type { EdgeScope } from "./edge-scope.ts";

/** By project, 32 hexadecimal digits; "" is the installation, whose edge tokens go to edges with every project. */
export type Digests = Readonly<Record<string, string>>;

const modulus = 1n << 128n;

export class ProjectDigests {
  readonly #sums = new Map<string, bigint>();
  /** Digest of each row, subtracted from the sum when the row changes. */
  readonly #rows = new Map<string, bigint>();

  /** Replaces all rows. */
  load(rows: Iterable<Row>): void {
    this.#sums.clear();
    this.#rows.clear();
    for (const row of rows) this.#put(row);
  }

  /** Returns the projects whose digest may have changed. */
  apply(changes: readonly Change[]): string[] {
    for (const change of changes) this.#put(change);
    return [...new Set(changes.filter(isTold).map(({ project }) => project))];
  }

  /** "0…0" for a project without rows. */
  of(project: string): string {
    return digestText(this.#sums.get(project) ?? 0n);
  }

  /** Digests of all projects in that scope. */
  in({ projects }: Pick<EdgeScope, "projects">): Digests {
    return this.ofAll(projects ?? this.#sums.keys());
  }

  ofAll(projects: Iterable<string>): Digests {
    const told: Record<string, string> = Object.create(null);
    for (const project of projects) told[project] = this.of(project);
    return told;
  }

  /** Projects whose digests differ here. @param areAll whether missing projects have no rows */
  differingFrom(digests: Digests, areAll: boolean): string[] {
    const here = areAll ? [...this.#sums.keys()].filter((project) => digests[project] === undefined) : [];
    return [...Object.keys(digests).filter((project) => this.of(project) !== digests[project]), ...here];
  }

  #put(change: Change): void {
    if (!isTold(change)) return;
    const { project, kind, id, value } = change;
    const name = `${kind}\n${project}\n${id}`;
    const before = this.#rows.get(name) ?? 0n;
    const after = value === null ? 0n : digestOf(change);
    if (value === null) this.#rows.delete(name);
    else this.#rows.set(name, after);
    const sum = ((this.#sums.get(project) ?? 0n) - before + after + modulus) % modulus;
    if (sum === 0n) this.#sums.delete(project);
    else this.#sums.set(project, sum);
  }
}

function isTold({ kind }: { readonly kind: Kind }): boolean {
  return kinds[kind].travels || kind === "edge_token";
}

function digestOf({ kind, id, schema, value }: Change): bigint {
  return BigInt(`0x${hash("sha256", JSON.stringify([kind, id, schema, value]), "hex").slice(0, 32)}`);
}

function digestText(sum: bigint): string {
  return sum.toString(16).padStart(32, "0");
}

/** Null: malformed. A project without rows has the digest zero. */
export function readDigests(value: unknown): Digests | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const digests: Record<string, string> = Object.create(null);
  for (const [project, digest] of Object.entries(value)) {
    if (typeof digest !== "string" || !/^[0-9a-f]{32}$/.test(digest)) return null;
    digests[project] = digest;
  }
  return digests;
}
