import { Text } from "@mantine/core";
import type { AccountLink } from "drawbridge-rules/wire/person.ts";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { formatInstant, ownZone } from "../texts/formats.ts";
import { peopleTexts as texts } from "./people-texts.ts";

interface AccountLinkShownProps {
  readonly title: string;
  readonly name: string;
  readonly link: AccountLink;
  readonly onDone: () => void;
}

export function AccountLinkShown({ title, name, link, onDone }: AccountLinkShownProps) {
  const until = `${formatInstant(link.expires_at)} (${ownZone})`;
  return (
    <ShownOnce title={title} text={link.url} name={texts.theLink} meaning={texts.linkMeaning(name, until)} onDone={onDone}>
      <Text>{texts.haveNoLink}</Text>
    </ShownOnce>
  );
}
