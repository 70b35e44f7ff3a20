/** Takes one thing away, through a review. Where somebody has changed it meanwhile, it is looked at once more as it is now. */
import { Button } from "@mantine/core";
import type { ChangeOptions } from "drawbridge-client/admin";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import { Icon } from "../elements/icon.tsx";
import { useSharedTexts } from "../texts/language.tsx";
import { Meanwhile } from "./meanwhile.tsx";
import { useSayOutcome } from "./say-outcome.ts";
import { useReview } from "./use-review.tsx";

export interface RemoveButtonProps {
  readonly project: string;
  /** Of the review: `Delete eu-1`. */
  readonly title: string;
  /** Of what is seen. */
  readonly etag: string;
  /** Of what there is now. @param looked of what was looked at last */
  readonly readEtag: (looked: string) => Promise<string>;
  readonly request: (etag: string, options: ChangeOptions) => Promise<ChangeAnswer>;
  /** Delete, unless said. */
  readonly label?: string;
  /** True unless said. */
  readonly isProposable?: boolean;
  readonly onDone: () => void;
}

export function RemoveButton({ project, title, etag, label, isProposable = true, ...props }: RemoveButtonProps) {
  const { actions, review: texts } = useSharedTexts();
  const review = useReview();
  const sayOutcome = useSayOutcome();
  const remove = async () => {
    let looked = etag;
    const outcome = await review({
      project,
      title,
      isDanger: true,
      isProposable,
      request: (options) => props.request(looked, options),
      onStale: async (since) => {
        looked = await props.readEtag(looked);
        return { kind: "again", notice: <Meanwhile since={since} text={texts.lookAgain} /> };
      },
    });
    if (outcome.kind === "closed") return;
    sayOutcome(title, outcome);
    props.onDone();
  };
  return (
    <Button variant="subtle" color="red" leftSection={<Icon name="remove" size={1} />} onClick={() => void remove()}>
      {label ?? actions.remove}
    </Button>
  );
}
