import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";
import { redirectToSignIn } from "./return-address.ts";
import { readSession, sessionQuery } from "./session.ts";

export function SignedOutDialog({ actor }: { readonly actor: string }) {
  const { session: texts } = sharedTexts;
  const queries = useQueryClient();
  const [answer, setAnswer] = useState("");
  const goOn = async () => {
    setAnswer("");
    try {
      const session = await readSession();
      if (session.actor !== actor) setAnswer(texts.unlike);
      queries.setQueryData(sessionQuery.queryKey, session);
      await queries.invalidateQueries();
    } catch {
      setAnswer(texts.stillOut);
    }
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={texts.endedTitle}
      zIndex={1000}
    >
      <Stack>
        <Text>{texts.ended}</Text>
        <Text role="status" c="var(--mantine-color-error)">
          {answer}
        </Text>
        <Group>
          <Button variant="filled" onClick={redirectToSignIn}>
            {texts.signIn}
          </Button>
          <Button component="a" href="/sign-in" target="_blank" rel="noopener">
            {texts.inAnotherTab}
          </Button>
          <Button onClick={() => void goOn()}>{texts.goOn}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
