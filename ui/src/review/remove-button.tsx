import { Button } from "@mantine/core";
import type { ChangeOptions } from "drawbridge-client/admin";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import { Icon } from "../elements/icon.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { lookAgain } from "./changes-since.tsx";
import { useReview } from "./use-review.tsx";

interface RemoveButtonProps {
  readonly project: string;
  readonly title: string;
  readonly etag: string;
  /** @param looked ETag of the version reviewed last */
  readonly readEtag: (looked: string) => Promise<string>;
  readonly request: (etag: string, options: ChangeOptions) => Promise<ChangeAnswer>;
  readonly label?: string;
  readonly isProposable?: boolean;
  readonly onDone: () => void;
}

export function RemoveButton({ project, title, etag, label, isProposable = true, ...props }: RemoveButtonProps) {
  const review = useReview();
  const remove = async () => {
    let looked = etag;
    const outcome = await review({
      project,
      title,
      isProposable,
      request: (options) => props.request(looked, options),
      onStale: lookAgain(async () => {
        looked = await props.readEtag(looked);
      }),
    });
    if (outcome.kind !== "closed") props.onDone();
  };
  return (
    <Button leftSection={<Icon name="remove" size={1} />} onClick={() => void remove()}>
      {label ?? sharedTexts.actions.remove}
    </Button>
  );
}
