import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedPerson } from "drawbridge-rules/wire/person.ts";
import { ChangesSince } from "../review/changes-since.tsx";
import { useNotifyOutcome } from "../review/notify-outcome.ts";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { peopleTexts as texts } from "./people-texts.ts";
import { administratorListQuery, isLastAdministrator } from "./person-list.ts";
import { VerbPart } from "./person-verbs.tsx";

interface AdministrationProps {
  readonly person: ListedPerson;
  readonly people: readonly ListedPerson[];
}

/** Grants or revokes administrator access. */
export function Administration({ person, people }: AdministrationProps) {
  if (!person.administrator)
    return (
      <VerbPart title={texts.administration} meaning={texts.makeMeaning}>
        <MakeAdministrator person={person} />
      </VerbPart>
    );
  return (
    <VerbPart title={texts.administration} meaning={texts.unmakeMeaning}>
      {isLastAdministrator(person, people) ? <Text size="sm">{texts.last}</Text> : <UnmakeAdministrator person={person} />}
    </VerbPart>
  );
}

/** Reviews for the installation: it is no project, and its changes cannot be proposed. */
const ofServer = { project: "", isProposable: false } as const;

function MakeAdministrator({ person: { id, name } }: Pick<AdministrationProps, "person">) {
  const review = useReview();
  const sayOutcome = useNotifyOutcome();
  const make = async () => {
    const title = texts.reviewMake(name);
    const request = (options: object) => admin.putAdministrator({ person: id, etag: null, ...options });
    sayOutcome(title, await review({ ...ofServer, title, request }));
  };
  return (
    <Button variant="default" onClick={() => void make()}>
      {texts.makeDo}
    </Button>
  );
}

function UnmakeAdministrator({ person: { id, name } }: Pick<AdministrationProps, "person">) {
  const { review: reviewTexts } = sharedTexts;
  const administrators = useQuery(administratorListQuery).data;
  const etag = administrators?.find(({ person }) => person === id)?.etag;
  const review = useReview();
  const sayOutcome = useNotifyOutcome();
  const unmake = async (looked: string) => {
    let known = looked;
    const title = texts.reviewUnmake(name);
    const outcome = await review({
      ...ofServer,
      title,
      isDanger: true,
      request: (options) => admin.deleteAdministrator({ person: id, etag: known, ...options }),
      onStale: async (since) => {
        known = (await admin.listAll("listAdministrators")).find(({ person }) => person === id)?.etag ?? known;
        return { kind: "again", notice: <ChangesSince since={since} text={reviewTexts.lookAgain} /> };
      },
    });
    sayOutcome(title, outcome);
  };
  return (
    <Button variant="default" disabled={etag === undefined} onClick={() => void unmake(etag ?? "")}>
      {texts.unmakeDo}
    </Button>
  );
}
