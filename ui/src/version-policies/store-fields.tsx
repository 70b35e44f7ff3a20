import { NativeSelect, TextInput } from "@mantine/core";
import { builtInPlatforms } from "drawbridge-rules/versions/platform.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

interface StoreFieldsProps<Form extends PolicyForm> {
  readonly platform: string;
  readonly form: Form;
  readonly isReadOnly: boolean;
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (form: Form) => void;
}

const links = ["android", "apple", "none"] as const;

/** Store link fields of a platform. */
export function StoreFields<Form extends PolicyForm>({
  platform,
  form,
  isReadOnly,
  problemAt,
  onChange,
}: StoreFieldsProps<Form>) {
  const { stores = {} } = form;
  // Only of those that every project has is it known without being said.
  const none = builtInPlatforms.includes(platform) ? texts.storeOf.usual : texts.chooseStore;
  return (
    <>
      <NativeSelect
        label={texts.store}
        disabled={isReadOnly}
        description={texts.storeHint}
        value={form.store ?? ""}
        error={problemAt("store")}
        data={[{ value: "", label: none }, ...links.map((value) => ({ value, label: texts.storeOf[value] }))]}
        onChange={({ currentTarget: { value } }) => {
          const { store: _, ...others } = form;
          const chosen = links.find((link) => link === value);
          onChange({ ...others, ...(chosen ? { store: chosen } : {}) } as Form);
        }}
      />
      {(["android", "apple"] as const).map((link) => (
        <TextInput
          key={link}
          type="url"
          readOnly={isReadOnly}
          label={texts.ownLink[link]}
          description={texts.ownLinkHint}
          autoComplete="off"
          spellCheck={false}
          value={stores[link] ?? ""}
          error={problemAt(`stores.${link}`)}
          onChange={({ currentTarget: { value } }) => {
            const { [link]: _, ...rest } = stores;
            const { stores: _stores, ...others } = form;
            const changed = value.trim() === "" ? rest : { ...rest, [link]: value.trim() };
            onChange({ ...others, ...(Object.keys(changed).length > 0 ? { stores: changed } : {}) } as Form);
          }}
        />
      ))}
    </>
  );
}
