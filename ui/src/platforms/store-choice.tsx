import { NativeSelect, Text } from "@mantine/core";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { StoreLinks } from "drawbridge-rules/wire/values.ts";
import { Quiet } from "../elements/cells.tsx";
import { Icon } from "../elements/icon.tsx";
import { platformTexts as texts } from "./platform-texts.ts";
import { defaultStore, requiresSomeUpdate, updateLink } from "./update-link.ts";

interface StoreChoiceProps<Form> {
  readonly platform: string;
  readonly form: Form;
  readonly problem: string | undefined;
  readonly onChange: (form: Form) => void;
}

const stores = ["android", "apple", "none"] as const;

/** Store that users of a platform get updates from. */
export function StoreChoice<Form extends { readonly store?: PlatformForm["store"] }>({
  platform,
  form,
  problem,
  onChange,
}: StoreChoiceProps<Form>) {
  const usual = defaultStore(platform);
  const { store, ...others } = form;
  const first = usual === null ? texts.chooseStore : texts.usual(texts.storeOf[usual]);
  return (
    <NativeSelect
      label={texts.store}
      description={texts.storeHint}
      required={usual === null}
      value={store ?? ""}
      error={problem}
      onChange={({ currentTarget: { value } }) =>
        // The compiler does not see that only the store is gone.
        onChange((value === "" ? others : { ...form, store: value }) as Form)
      }
      data={[{ value: "", label: first }, ...stores.map((value) => ({ value, label: texts.storeOf[value] }))]}
    />
  );
}

interface UpdateLinkTextProps {
  readonly platform: string;
  readonly policy: PlatformForm;
  readonly stores: StoreLinks | undefined;
}

/** Link that a blocked app opens, as plain text: it is meant for the app's users, not for a click in the console. */
export function UpdateLinkText({ platform, policy, stores }: UpdateLinkTextProps) {
  const found = updateLink(platform, policy, stores);
  if (found.kind === "not_needed") return <Quiet>{texts.notNeeded}</Quiet>;
  if (found.kind === "missing") {
    const isDeadEnd = requiresSomeUpdate(policy);
    return (
      <Text span size="sm" c={isDeadEnd ? "var(--mantine-color-error)" : "dimmed"}>
        {isDeadEnd && <Icon name="warning" size={1} />} {isDeadEnd ? texts.deadEnd(found.store) : texts.missing(found.store)}
      </Text>
    );
  }
  return (
    <Text span size="sm" style={{ overflowWrap: "anywhere" }}>
      {found.link} <Quiet>{found.kind === "own" ? texts.own : texts.ofProject}</Quiet>
    </Text>
  );
}
