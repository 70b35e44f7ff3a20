import { Text } from "@mantine/core";
import type { AccountLink } from "drawbridge-rules/wire/person.ts";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { ownZone, useFormats } from "../texts/formats.ts";
import { useTexts } from "../texts/language.tsx";
import { peopleTexts } from "./people-texts.ts";

export interface AccountLinkShownProps {
  readonly title: string;
  /** Of whom it is for. */
  readonly name: string;
  readonly link: AccountLink;
  /** Somebody who has no role yet. */
  readonly isNew?: boolean;
  readonly onDone: () => void;
}

/** A link by which somebody sets a password: it is given to them by whoever sees it here, once. */
export function AccountLinkShown({ title, name, link, isNew = false, onDone }: AccountLinkShownProps) {
  const texts = useTexts(peopleTexts);
  const { instant } = useFormats();
  const until = `${instant(link.expires_at)} (${ownZone})`;
  return (
    <ShownOnce title={title} text={link.url} name={texts.theLink} meaning={texts.linkMeaning(name, until)} onDone={onDone}>
      <Text size="sm">
        {texts.haveNoLink} {isNew && texts.linkThen}
      </Text>
    </ShownOnce>
  );
}
