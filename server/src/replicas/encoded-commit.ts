/** One commit for edges: encoded once per scope, for any number of edges. */
import { kinds } from "drawbridge-rules/project/kind.ts";
import type { Change, Head } from "../store/store.ts";
import type { EdgeScope } from "./edge-scope.ts";
import { commitText, type StateMark } from "./edge-text.ts";
import type { Digests } from "./project-digests.ts";

export class EncodedCommit {
  readonly head: Head;
  /** Everything that any edge could get. */
  readonly changes: readonly Change[];
  readonly mark: StateMark;
  #size: number;
  readonly #grew: (by: number) => void;
  readonly #texts = new Map<string, Buffer>();

  /** @param grew called with the size of each added text */
  constructor(head: Head, changes: readonly Change[], mark: StateMark, grew: (by: number) => void = () => undefined) {
    this.head = head;
    this.mark = mark;
    this.#grew = grew;
    // Removals first: an edge of the previous version would forget a moved key if its addition to the new project came first.
    this.changes = changes
      .filter(({ kind }) => kinds[kind].travels || kind === "edge_token")
      .sort((a, b) => Number(a.value !== null) - Number(b.value !== null));
    this.#size = this.changes.reduce((sum, { id, value }) => sum + 200 + id.length + (value?.length ?? 0), 200);
  }

  /** Characters of the values and of the texts encoded from them. */
  get size(): number {
    return this.#size;
  }

  textOf(scope: EdgeScope): Buffer {
    const written = this.#texts.get(scope.name);
    if (written) return written;
    const text = Buffer.from(
      commitText(
        this.head,
        this.head.revision - 1,
        this.changes.filter((change) => scope.has(change)),
        { commit: this.mark.commit, digests: this.mark.digests && within(scope, this.mark.digests) },
      ),
    );
    this.#texts.set(scope.name, text);
    // There may be hundreds of scopes, each with a text of every commit.
    this.#size += text.length + 200;
    this.#grew(text.length + 200);
    return text;
  }
}

function within({ projects }: EdgeScope, digests: Digests): Digests {
  if (projects === null) return digests;
  return Object.fromEntries(Object.entries(digests).filter(([project]) => projects.includes(project)));
}
