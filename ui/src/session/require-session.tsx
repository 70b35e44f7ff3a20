import { Center } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { isUnauthorized } from "drawbridge-client/admin";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { hasDrafts } from "../drafts/draft.ts";
import { ErrorState, LoadingState } from "../elements/screen.tsx";
import { useServerState } from "../server-connection.ts";
import { redirectToSignIn } from "./return-address.ts";
import { SessionContext, sessionQuery } from "./session.ts";

const SignedOutDialog = lazy(() =>
  import("./signed-out-dialog.tsx").then(({ SignedOutDialog }) => ({ default: SignedOutDialog })),
);

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
        {isSignedOut && hasTyped && (
          <Suspense>
            <SignedOutDialog actor={session.actor} />
          </Suspense>
        )}
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
