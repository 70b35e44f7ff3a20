/** The ruler of a policy that is edited, with what it can be done with. */
import { Stack, Text } from "@mantine/core";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { CountedTraffic } from "../adoption/counted-traffic.ts";
import { ChosenEntry } from "./chosen-entry.tsx";
import { checkPolicyDraft } from "./policy-draft.ts";
import type { EntryPosition } from "./ruler-edit.ts";
import { namesAnyVersion } from "./ruler-stop.ts";
import { useCheckedVersion } from "./version-policies-route.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";
import { VersionRuler } from "./version-ruler.tsx";

interface RulerSectionProps {
  readonly platform: string;
  readonly form: PolicyForm;
  readonly published: PolicyForm;
  /** Null: no requests. */
  readonly traffic: CountedTraffic | null;
  readonly chosen: EntryPosition | null;
  readonly onChoose: (place: EntryPosition | null) => void;
  /** Without it, it is only looked at. */
  readonly onChange: ((form: PolicyForm) => void) | undefined;
}

export function RulerSection({ platform, form, published, traffic, chosen, onChoose, onChange }: RulerSectionProps) {
  const [asked, ask] = useCheckedVersion();
  const isNamed = namesAnyVersion(checkPolicyDraft(form).policy);
  const edit = onChange && { chosen, onChoose, onChange };
  const isEmpty = !isNamed && !namesAnyVersion(checkPolicyDraft(published).policy);
  const first = <Text size="sm">{edit ? texts.firstRule : texts.noRules}</Text>;
  if (isEmpty && !traffic?.versions.length) return first;
  return (
    <Stack gap="xs">
      {isEmpty && first}
      <VersionRuler
        platform={platform}
        form={form}
        published={published}
        traffic={traffic}
        asked={asked}
        onAsk={ask}
        edit={edit}
      />
      {edit && (
        <Text size="xs" c="dimmed">
          {texts.rulerHint}
        </Text>
      )}
      {edit && isNamed && <ChosenEntry form={form} asked={asked} {...edit} />}
    </Stack>
  );
}
