/** Scope of an edge: the kinds that reads need, of all projects or of the projects in its token. */
import { hash } from "node:crypto";
import { type Kind, kinds } from "drawbridge-rules/project/kind.ts";

/** Version of the stream; an edge refuses a newer one. */
export const edgeFormat = 1;

export interface EdgeScope {
  /** Null: all. */
  readonly projects: readonly string[] | null;
  /** The same for the same content: a copy of another scope cannot be continued. */
  readonly name: string;
  /** Returns whether a resource is in it. */
  has(resource: { readonly project: string; readonly kind: Kind }): boolean;
}

export function edgeScope(projects: readonly string[] | null): EdgeScope {
  const named = projects === null ? null : new Set(projects);
  const sorted = named === null ? null : [...named].sort();
  const travelling = (Object.keys(kinds) as Kind[]).filter((kind) => kinds[kind].travels).sort();
  const name = hash("sha256", JSON.stringify([edgeFormat, travelling, sorted]), "base64url").slice(0, 22);
  return {
    projects: sorted,
    name,
    has({ project, kind }) {
      // An unrestricted edge can be followed by others, so it needs the hashes of edge tokens to authenticate them.
      if (kind === "edge_token") return named === null;
      return kinds[kind].travels && (named === null || named.has(project));
    },
  };
}
