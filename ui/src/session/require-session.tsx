/** Renders the console only for signed-in users; a session that ends during editing keeps the page. */
import { Button, Center, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isUnauthorized } from "drawbridge-client/admin";
import { type ReactNode, useEffect, useState } from "react";
import { hasDrafts } from "../drafts/draft.ts";
import { ErrorState, LoadingState } from "../elements/query-state.tsx";
import { useServerState } from "../server-connection.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { redirectToSignIn } from "./return-address.ts";
import { readSession, SessionContext, sessionQuery } from "./session.ts";

export function RequireSession({ children }: { readonly children: ReactNode }) {
  const query = useQuery(sessionQuery);
  const { isSignedOut } = useServerState();
  const session = query.data;
  const hasTyped = session !== undefined && hasDrafts(session.actor);
  const leaves = isSignedOut && !hasTyped;
  useEffect(() => {
    if (leaves) redirectToSignIn();
  }, [leaves]);
  if (session) {
    return (
      <SessionContext value={session}>
        {children}
        {isSignedOut && hasTyped && <SignedOutDialog actor={session.actor} />}
      </SessionContext>
    );
  }
  const isKnown = query.error && !isUnauthorized(query.error);
  return (
    <Center mih="100vh" p="md">
      {isKnown ? <ErrorState error={query.error} onAgain={() => void query.refetch()} /> : <LoadingState />}
    </Center>
  );
}

/** Covers the page when the session ends during editing. */
function SignedOutDialog({ actor }: { readonly actor: string }) {
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
        <Text size="sm">{texts.ended}</Text>
        <Text size="sm" role="status" c="var(--mantine-color-error)">
          {answer}
        </Text>
        <Group>
          <Button onClick={redirectToSignIn}>{texts.signIn}</Button>
          <Button variant="default" component="a" href="/sign-in" target="_blank" rel="noopener">
            {texts.inAnotherTab}
          </Button>
          <Button variant="default" onClick={() => void goOn()}>
            {texts.goOn}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
