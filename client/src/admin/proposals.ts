import type {
  Proposal,
  ProposalDetail,
  ProposalHash,
  ProposalList,
  ProposalListQuery,
  ProposalRejection,
  ProposedChange,
} from "drawbridge-rules/wire/proposal.ts";
import type { Calls, ChangeOptions, VerbOptions } from "./calls.ts";
import { type Whole, wholeList } from "./whole-list.ts";

/**
 * Changes that wait for another person. Any edit can be one:
 *
 *     const { proposal, hash, plan } = await admin.proposals.make((options) =>
 *       admin.policies.patch("acme-shop", "ios", { minimum: "2.5.0" }, etag, { ...options, reason: "2.4 loses orders" }),
 *     );
 *     await others.proposals.approve("acme-shop", proposal.id, hash);
 *     await admin.proposals.publish("acme-shop", proposal.id, hash);
 */
export class Proposals {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** @param edit makes the edit with the options that it is given */
  async make(edit: (options: Pick<ChangeOptions, "propose">) => Promise<unknown>): Promise<ProposedChange> {
    return (await edit({ propose: true })) as ProposedChange;
  }

  /** Puts the edit in the place of what was proposed; an approval does not count any more. */
  async amend(id: string, edit: (options: Pick<ChangeOptions, "propose">) => Promise<unknown>): Promise<ProposedChange> {
    return (await edit({ propose: id })) as ProposedChange;
  }

  /** All of them, in order of id. */
  all(project: string, query: Whole<ProposalListQuery> = {}): Promise<readonly Proposal[]> {
    return wholeList(
      (page) => this.list(project, { ...query, ...page }),
      ({ proposals }) => proposals,
    );
  }

  /** In order of id, page by page. */
  list(project: string, query: ProposalListQuery = {}): Promise<ProposalList> {
    return this.#calls.read(path(project), { ...query });
  }

  /** With what would come of it now. */
  get(project: string, id: string): Promise<ProposalDetail> {
    return this.#calls.read(path(project, id));
  }

  /** @param hash of what was looked at */
  approve(project: string, id: string, hash: string, options: VerbOptions = {}): Promise<Proposal> {
    return this.#calls.act(path(project, id, "approve"), { hash } satisfies ProposalHash, options);
  }

  /** Makes the change, under the proposal's own reason. */
  publish(project: string, id: string, hash: string, options: VerbOptions = {}): Promise<Proposal> {
    return this.#calls.act(path(project, id, "publish"), { hash } satisfies ProposalHash, options);
  }

  reject(project: string, id: string, reason: string, options: Pick<VerbOptions, "idempotencyKey"> = {}): Promise<Proposal> {
    return this.#calls.act(path(project, id, "reject"), { reason } satisfies ProposalRejection, options);
  }

  withdraw(project: string, id: string, options: VerbOptions = {}): Promise<Proposal> {
    return this.#calls.act(path(project, id, "withdraw"), {}, options);
  }
}

function path(project: string, ...rest: readonly string[]): string[] {
  return ["projects", project, "proposals", ...rest];
}
