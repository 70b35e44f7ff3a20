import { Stack, TextInput } from "@mantine/core";
import type { StoreLinks } from "drawbridge-rules/wire/values.ts";
import { settingsTexts as texts } from "./settings-texts.ts";

interface StoreLinkFieldsProps {
  readonly stores: StoreLinks | undefined;
  readonly problemAt: (field: string) => string | undefined;
  /** Undefined: none is set. */
  readonly onChange: (stores: StoreLinks | undefined) => void;
}

const names = ["android", "apple"] as const;
export const storeLinkFields: readonly string[] = ["stores", ...names.map((name) => `stores.${name}`)];

/** Fields for the link to each store. */
export function StoreLinkFields({ stores = {}, problemAt, onChange }: StoreLinkFieldsProps) {
  const change = (name: (typeof names)[number], link: string) => {
    const { [name]: _, ...others } = stores;
    const changed: StoreLinks = link === "" ? others : { ...stores, [name]: link };
    onChange(Object.keys(changed).length === 0 ? undefined : changed);
  };
  return (
    <Stack gap="sm">
      {names.map((name) => (
        <TextInput
          key={name}
          label={texts.store[name]}
          placeholder={texts.storeExample[name]}
          type="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2048}
          value={stores[name] ?? ""}
          error={problemAt(`stores.${name}`)}
          onChange={({ currentTarget: { value } }) => change(name, value.trim())}
        />
      ))}
    </Stack>
  );
}
