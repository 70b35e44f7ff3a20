import { isOpen } from "drawbridge-rules/changes/proposal.ts";
import { rebaseSteps } from "drawbridge-rules/changes/proposal-rebase.ts";
import type { Revisioned } from "drawbridge-rules/project/project-state.ts";
import type { Proposal } from "drawbridge-rules/project/resource.ts";
import type * as wire from "drawbridge-rules/wire/proposal.ts";
import { proposalHashSchema, proposalRejection } from "drawbridge-rules/wire/proposal.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import type { AdminServices } from "../admin-services.ts";
import { printProposalSteps, readActorNames } from "../answer/proposal-wire.ts";
import { printProposed } from "../change/plan-answer.ts";
import { approve, publish, reject, update, withdraw } from "../change/proposal-verb.ts";
import { proposalNotFound } from "../change/proposing.ts";
import { type AdminRequest, type AdminRoute, ok, route } from "../request/admin-route.ts";
import { paginateMap } from "../request/page.ts";
import { loadProjectState } from "../request/permission.ts";
import { requireBodyFields } from "../request/request-fields.ts";

const shared = { tag: "Proposals" } as const;
const verb = {
  ...shared,
  // The handler checks the change's own permissions too: approving it requires the same role.
  permission: "operator",
  usedHeaders: ["idempotency-key"],
  problems: ["not_found", "conflict", "stale"],
  answers: { 200: { description: "The proposal after the change" } },
} as const;

export function proposalRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("listProposals", {
      ...shared,
      permission: "viewer",
      summary: "List proposals; closed ones for 30 days",
      answers: { 200: { description: "One page" } },
      handle: async (request) => {
        const { state: project } = await loadProjectState(services, request);
        const { state } = request.query;
        const isWanted = state === undefined ? undefined : (_: string, { value }: Revisioned<Proposal>) => value.state === state;
        const { items, next } = await paginateMap(project.proposal, request.query, isWanted);
        const proposals: wire.Proposal[] = [];
        for (const [id, { value, revision }] of items)
          proposals.push(await runStepsYielding(printProposalSteps(project, id, value, revision, services.now())));
        const names = await readActorNames(
          services,
          items.map(([, { value }]) => value),
        );
        return ok<"listProposals">({ proposals, names, next });
      },
    }),
    route("getProposal", {
      ...shared,
      permission: "viewer",
      summary: "Get a proposal with its preview",
      answers: { 200: { description: "The proposal" } },
      handle: async (request) => {
        const { state, epoch } = await loadProjectState(services, request);
        const id = request.params.proposal ?? "";
        const held = state.proposal.get(id);
        if (!held) throw proposalNotFound();
        const { value, revision } = held;
        const at = services.now();
        const rebased = isOpen(value) ? await runStepsYielding(rebaseSteps(state, value)) : null;
        const plan = rebased && (await services.publisher.plan(state, rebased.edits, at));
        const problems = [...(rebased?.problems ?? []), ...(plan?.problems ?? [])];
        return ok<"getProposal">({
          ...(await runStepsYielding(printProposalSteps(state, id, value, revision, at))),
          names: await readActorNames(services, [value]),
          plan: plan && (await runStepsYielding(printProposed(epoch, state, { ...plan, problems }, at))),
        });
      },
    }),
    route("approveProposal", {
      ...verb,
      givesAccess: true,
      summary: "Approve the reviewed version of a proposal",
      description: `A proposal by an access token that acts for no person stays \`open\` until two people have approved it, or one owner
(\`approvals_required\`). With \`publish_when_approved\`, the approval publishes it, in the same commit; if a guard refuses that, it
stays approved (\`not_published\`).`,
      handle: (request) => approve(services, request, hashIn(request)),
    }),
    route("updateProposal", {
      ...verb,
      summary: "Update a proposal that is out of date",
      description: `Writes the same change on the present state as a new version, which must be approved again. Its author stays, and \`updated\` names
you. A proposal that is not out of date stays as it is.`,
      problems: ["not_found", "conflict", "stale", "content_too_large"],
      handle: (request) => update(services, request, hashIn(request)),
    }),
    route("publishProposal", {
      ...verb,
      summary: "Publish an approved proposal",
      problems: ["not_found", "conflict", "stale", "refused"],
      handle: (request) => publish(services, request, hashIn(request)),
    }),
    route("rejectProposal", {
      ...verb,
      summary: "Reject a proposal with a reason",
      body: { example: { reason: "not before the holidays" } },
      handle: (request) => reject(services, request, requireBodyFields(proposalRejection, request.body).reason),
    }),
    route("withdrawProposal", {
      ...verb,
      summary: "Withdraw your proposal",
      handle: (request) => withdraw(services, request),
    }),
  ];
}

function hashIn(request: AdminRequest): string {
  return requireBodyFields(proposalHashSchema, request.body).hash;
}
