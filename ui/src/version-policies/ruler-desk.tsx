/** The ruler of a policy that is edited, with what it can be done with. */
import { Stack, Text } from "@mantine/core";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { useTexts } from "../texts/language.tsx";
import { ChosenEntry } from "./chosen-entry.tsx";
import { draftOf } from "./policy-draft.ts";
import type { EntryPlace } from "./ruler-edit.ts";
import { namesAny } from "./ruler-stop.ts";
import { useAsked } from "./version-policies-route.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";
import { VersionRuler } from "./version-ruler.tsx";

export interface RulerDeskProps {
  readonly platform: string;
  readonly form: PolicyForm;
  readonly published: PolicyForm;
  readonly chosen: EntryPlace | null;
  readonly onChoose: (place: EntryPlace | null) => void;
  /** Without it, it is only looked at. */
  readonly onChange: ((form: PolicyForm) => void) | undefined;
}

export function RulerDesk({ platform, form, published, chosen, onChoose, onChange }: RulerDeskProps) {
  const texts = useTexts(versionPolicyTexts);
  const [asked, ask] = useAsked();
  const isNamed = namesAny(draftOf(form).policy);
  const edit = onChange && { chosen, onChoose, onChange };
  if (!isNamed && !namesAny(draftOf(published).policy)) return <Text size="sm">{edit ? texts.firstRule : texts.noRules}</Text>;
  return (
    <Stack gap="xs">
      <VersionRuler platform={platform} form={form} published={published} asked={asked} onAsk={ask} edit={edit} />
      {edit && (
        <Text size="xs" c="dimmed">
          {texts.rulerHint}
        </Text>
      )}
      {edit && isNamed && <ChosenEntry form={form} asked={asked} {...edit} />}
    </Stack>
  );
}
