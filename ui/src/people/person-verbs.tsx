import { Button, Fieldset, Stack, Text } from "@mantine/core";
import type { AccountLink, ListedPerson } from "drawbridge-rules/wire/person.ts";
import type { ReactNode } from "react";
import { VerbError } from "../credentials/verb-error.tsx";
import { admin } from "../server-connection.ts";
import { notifyDone } from "../verbs/notify-done.ts";
import { useVerb, type Verb } from "../verbs/use-verb.ts";
import { peopleTexts as texts } from "./people-texts.ts";
import { personState } from "./person-list.ts";

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
