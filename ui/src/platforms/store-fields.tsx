import { NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
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
  readonly isReadOnly?: boolean;
  readonly onChange: (form: Form) => void;
}

const storeNames = ["android", "apple"] as const;
const stores = [...storeNames, "none"] as const;
export const storeLinkFields: readonly string[] = ["stores", ...storeNames.map((name) => `stores.${name}`)];

export function StoreChoice<Form extends { readonly store?: PlatformForm["store"] }>({
  platform,
  form,
  problem,
  isReadOnly = false,
  onChange,
}: StoreChoiceProps<Form>) {
  const usual = defaultStore(platform);
  const first = usual === null ? texts.chooseStore : texts.usual(texts.storeOf[usual]);
  return (
    <NativeSelect
      label={texts.store}
      disabled={isReadOnly}
      required={usual === null}
      value={form.store ?? ""}
      error={problem}
      onChange={({ currentTarget: { value } }) => onChange(setValueAt(form, ["store"], value || undefined))}
      data={[{ value: "", label: first }, ...stores.map((value) => ({ value, label: texts.storeOf[value] }))]}
    />
  );
}

interface StoreLinkFieldsProps {
  readonly stores: StoreLinks | undefined;
  /** Shown where a field is empty; absent means an example. */
  readonly usual?: StoreLinks | undefined;
  readonly isReadOnly?: boolean;
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (stores: StoreLinks | undefined) => void;
}

export function StoreLinkFields({ stores: links = {}, usual, isReadOnly = false, problemAt, onChange }: StoreLinkFieldsProps) {
  const change = (name: (typeof storeNames)[number], link: string) => {
    const changed = setValueAt(links, [name], link || undefined);
    onChange(Object.keys(changed).length === 0 ? undefined : changed);
  };
  return (
    <Stack gap="sm">
      {storeNames.map((name) => (
        <TextInput
          key={name}
          label={texts.storeOf[name]}
          placeholder={usual ? (usual[name] ?? texts.noDefault) : texts.linkExample[name]}
          type="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2048}
          readOnly={isReadOnly}
          value={links[name] ?? ""}
          error={problemAt(`stores.${name}`)}
          onChange={({ currentTarget: { value } }) => change(name, value.trim())}
        />
      ))}
    </Stack>
  );
}

interface UpdateLinkTextProps {
  readonly platform: string;
  readonly policy: PlatformForm;
  readonly stores: StoreLinks | undefined;
}

export function UpdateLinkText({ platform, policy, stores }: UpdateLinkTextProps) {
  const found = updateLink(platform, policy, stores);
  if (found.kind === "not_needed") return <Quiet>{texts.notNeeded}</Quiet>;
  if (found.kind === "missing") {
    const isDeadEnd = requiresSomeUpdate(policy);
    return (
      <Text span c={isDeadEnd ? "var(--mantine-color-error)" : "dimmed"}>
        {isDeadEnd && <Icon name="warning" size={1} />} {(isDeadEnd ? texts.deadEnd : texts.missing)(texts.storeOf[found.store])}
      </Text>
    );
  }
  return (
    <Text span style={{ overflowWrap: "anywhere" }}>
      {found.link} <Quiet>{found.kind === "own" ? texts.own : texts.ofProject}</Quiet>
    </Text>
  );
}
