import { Button, Fieldset, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AccountLink, ListedPerson } from "drawbridge-rules/wire/person.ts";
import type { ReactNode } from "react";
import { VerbError } from "../credentials/verb-error.tsx";
import { lookAgain } from "../review/difference-list.tsx";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { notifyDone, useVerb, type Verb } from "../verbs/use-verb.ts";
import { peopleTexts as texts } from "./people-texts.ts";
import { administratorListQuery, isLastAdministrator, personState } from "./person-list.ts";

interface PersonVerbProps {
  readonly person: ListedPerson;
}

export function CreateAccountLink({ person, onMade }: PersonVerbProps & { readonly onMade: (link: AccountLink) => void }) {
  const verb = useVerb(null, (id: string) => admin.linkPerson({ person: id }));
  const send = async () => {
    const link = await verb.run(person.id);
    if (link) onMade(link);
  };
  return (
    <VerbPart title={texts.link} meaning={personState(person) === "invited" ? texts.linkInvited : texts.linkReset} verb={verb}>
      <Button variant="default" loading={verb.isBusy} onClick={() => void send()}>
        {texts.linkDo}
      </Button>
    </VerbPart>
  );
}

export function SignOut({ person: { id, name } }: PersonVerbProps) {
  const verb = useVerb(null, (person: string) => admin.signOutPerson({ person }));
  const send = async () => {
    if (await verb.run(id)) notifyDone(texts.signedOut(name));
  };
  return (
    <VerbPart title={texts.signOut} meaning={texts.signOutMeaning} verb={verb}>
      <Button variant="default" loading={verb.isBusy} onClick={() => void send()}>
        {texts.signOut}
      </Button>
    </VerbPart>
  );
}

export function Enable({ person: { id, name } }: PersonVerbProps) {
  const verb = useVerb(null, (person: string) => admin.enablePerson({ person }));
  const send = async () => {
    if (await verb.run(id)) notifyDone(texts.enabled(name));
  };
  return (
    <VerbPart title={texts.enable} meaning={texts.enableMeaning} verb={verb}>
      <Button variant="default" loading={verb.isBusy} onClick={() => void send()}>
        {texts.enableDo}
      </Button>
    </VerbPart>
  );
}

interface VerbPartProps {
  readonly title: string;
  readonly meaning: string;
  readonly verb?: Pick<Verb<never, unknown>, "error" | "problemsBeside">;
  readonly children: ReactNode;
}

/** One thing that can be done, what it means, and why it was not done. */
export function VerbPart({ title, meaning, verb, children }: VerbPartProps) {
  return (
    <Fieldset legend={title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{meaning}</Text>
        {children}
        {verb && <VerbError verb={verb} />}
      </Stack>
    </Fieldset>
  );
}

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
  const make = async () => {
    const request = (options: object) => admin.putAdministrator({ person: id, etag: null, ...options });
    await review({ ...ofServer, title: texts.reviewMake(name), request });
  };
  return (
    <Button variant="default" onClick={() => void make()}>
      {texts.makeDo}
    </Button>
  );
}

function UnmakeAdministrator({ person: { id, name } }: Pick<AdministrationProps, "person">) {
  const administrators = useQuery(administratorListQuery).data;
  const etag = administrators?.find(({ person }) => person === id)?.etag;
  const review = useReview();
  const unmake = async (looked: string) => {
    let known = looked;
    await review({
      ...ofServer,
      title: texts.reviewUnmake(name),
      isDanger: true,
      request: (options) => admin.deleteAdministrator({ person: id, etag: known, ...options }),
      onStale: lookAgain(async () => {
        known = (await admin.listAll("listAdministrators")).find(({ person }) => person === id)?.etag ?? known;
      }),
    });
  };
  return (
    <Button variant="default" disabled={etag === undefined} onClick={() => void unmake(etag ?? "")}>
      {texts.unmakeDo}
    </Button>
  );
}
