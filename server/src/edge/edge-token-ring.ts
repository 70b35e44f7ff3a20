/** The edge tokens of the installation, in memory, by hash. */

import { type EdgeToken, edgeTokenState } from "drawbridge-rules/credentials/edge-token.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { hashOfCredential } from "../base/credential-hash.ts";
import type { Change, Row } from "../store/store.ts";

export interface KnownEdgeToken {
  readonly id: string;
  readonly token: EdgeToken;
}

export class EdgeTokenRing {
  readonly #byHash = new Map<string, KnownEdgeToken>();
  readonly #byId = new Map<string, KnownEdgeToken>();

  /** Takes in a whole store, in the place of whatever was known. */
  load(rows: Iterable<Row>): void {
    this.#byHash.clear();
    this.#byId.clear();
    this.apply(rows);
  }

  /** Takes in what a commit changed. */
  apply(changes: Iterable<Pick<Change, "kind" | "id" | "value">>): void {
    for (const { kind, id, value } of changes) {
      if (kind !== "edge_token") continue;
      this.#byHash.delete(this.#byId.get(id)?.token.hash ?? "");
      this.#byId.delete(id);
      if (value === null) continue;
      const known: KnownEdgeToken = { id, token: storedValue("edge_token", value) };
      this.#byHash.set(known.token.hash, known);
      this.#byId.set(id, known);
    }
  }

  /** Found by its digest, so that the time it takes says nothing about the text. Null: unknown, revoked or expired. @param now epoch ms */
  find(text: string, now: number): KnownEdgeToken | null {
    const known = this.#byHash.get(hashOfCredential(text));
    return known && edgeTokenState(known.token, now) === "active" ? known : null;
  }

  /** Whether that token opens anything. @param now epoch ms */
  isActive(id: string, now: number): boolean {
    const known = this.#byId.get(id);
    return known !== undefined && edgeTokenState(known.token, now) === "active";
  }
}
