import { NativeSelect } from "@mantine/core";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { platformTexts as texts } from "./platform-texts.ts";
import { defaultStore } from "./update-link.ts";

interface StoreChoiceProps<Form> {
  readonly platform: string;
  readonly form: Form;
  readonly problem: string | undefined;
  readonly onChange: (form: Form) => void;
}

const stores = ["android", "apple", "none"] as const;

/** Store that users of a platform get updates from. */
export function StoreChoice<Form extends { readonly store?: PolicyForm["store"] }>({
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
