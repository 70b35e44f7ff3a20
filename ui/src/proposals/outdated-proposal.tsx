import { Alert, Anchor, List, Stack, Text } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";
import type { ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import { useSession } from "../session/session.ts";
import { actorText, isAuthor } from "./approval.ts";
import { useResource } from "./proposal-subject.tsx";
import { proposalTexts as texts } from "./proposal-texts.ts";

interface MovedOnProps {
  readonly project: string;
  readonly proposal: ProposalDetail;
}

/** Warning that the configuration has changed since the proposal, with the next step. */
export function OutdatedProposal({ project, proposal }: MovedOnProps) {
  const session = useSession();
  const resource = useResource();
  const isOwn = isAuthor(proposal, session);
  return (
    <Alert color="orange" title={texts.movedTitle}>
      <Stack gap="xs">
        <Text size="sm">{texts.moved}</Text>
        <List size="sm">
          {proposal.moved_on.map(({ kind, id, revision }) => {
            const what = resource(kind, id);
            return (
              <List.Item key={`${kind} ${id}`}>
                {revision === null ? texts.movedGone(what) : texts.movedAt(what, revision)}{" "}
                <PlaceLink project={project} kind={kind} id={id} what={what} />
              </List.Item>
            );
          })}
        </List>
        <Text size="sm">{isOwn ? texts.movedAuthor : texts.movedOthers(actorText(proposal.author, proposal.names))}</Text>
      </Stack>
    </Alert>
  );
}

/** Screen that shows a resource, and its search parameters. */
const places: Readonly<Record<string, { readonly path: string; readonly search: (id: string) => object }>> = {
  instance: { path: "/projects/$project/instances", search: (edit) => ({ edit }) },
  platform: { path: "/projects/$project/versions", search: (edit) => ({ edit }) },
  window: { path: "/projects/$project/timeline", search: () => ({}) },
  override: { path: "/projects/$project/timeline", search: () => ({}) },
  project: { path: "/projects/$project/settings", search: () => ({}) },
  protection: { path: "/projects/$project/settings", search: () => ({}) },
};

interface PlaceLinkProps {
  readonly project: string;
  readonly kind: string;
  readonly id: string;
  readonly what: string;
}

function PlaceLink({ project, kind, id, what }: PlaceLinkProps) {
  const { routesByPath } = useRouter();
  const place = places[kind];
  if (!place || !Object.hasOwn(routesByPath, place.path)) return null;
  return (
    <Anchor
      fz="sm"
      underline="always"
      renderRoot={(props) => (
        // Which screens there are is known when the program runs.
        <Link {...props} to={place.path as "/projects/$project/instances"} params={{ project }} search={place.search(id)}>
          {texts.lookAt(what)}
        </Link>
      )}
    />
  );
}
