import { Group, Loader, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";

/** Milliseconds: a fast answer shows no spinner, a slow one is announced. */
const noticeable = 200;
const late = 5000;

/** Spinner for content that is loading. */
export function LoadingState() {
  const { states } = sharedTexts;
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timers = [noticeable, late].map((ms) => setTimeout(() => setWaited(ms), ms));
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <Group role="status" mih="2.5rem" data-loading>
      {waited > 0 && (
        <>
          <Loader size="sm" aria-hidden />
          <Text size="sm">{waited === late ? states.stillLoading : states.loading}</Text>
        </>
      )}
    </Group>
  );
}
