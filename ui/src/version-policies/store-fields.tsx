import { Alert, Anchor, NativeSelect, Text, TextInput } from "@mantine/core";
import { builtInPlatforms, defaultStores, forces, lacksUpdateLink } from "drawbridge-rules/versions/platform.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { readLink } from "drawbridge-rules/versions/store-link.ts";
import type { StoreLinks } from "drawbridge-rules/versions/store-link-schema.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { checkPolicyDraft } from "./policy-draft.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

interface StoreFieldsProps<Form extends PlatformForm> {
  readonly platform: string;
  readonly form: Form;
  readonly isReadOnly: boolean;
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (form: Form) => void;
}

const links = ["android", "apple", "none"] as const;

/** Store link fields of a platform. */
export function StoreFields<Form extends PlatformForm>({
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

interface StoreLinkTextProps {
  readonly platform: string;
  readonly form: PlatformForm;
  readonly stores: Project["stores"];
}

/** Update link of a platform; a block without one is a dead end, and is reported. */
export function StoreLinkText({ platform, form, stores }: StoreLinkTextProps) {
  const { link } = texts;
  const { url, isOfProject, state } = resolveUpdateLink(platform, form, stores);
  if (state === "dead_end") return <Alert color="caution">{link.dead_end}</Alert>;
  if (state === "unsaid") return null;
  if (state !== "there" || url === null) {
    return (
      <Text size="sm" c="dimmed">
        {link[state === "none" ? "none" : "missing"]}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      {link.there}{" "}
      {url.toLowerCase().startsWith("https://") ? (
        <Anchor href={url} target="_blank" rel="noreferrer" inherit underline="always">
          {url}
        </Anchor>
      ) : (
        url
      )}{" "}
      {isOfProject && link.ofProject}
    </Text>
  );
}

interface UpdateLink {
  /** Null: there is none. */
  readonly url: string | null;
  readonly isOfProject: boolean;
  /** `none`: intended, as for a web app. `dead_end`: users may be forced to update and have no link. `unsaid`: not set yet. */
  readonly state: "there" | "none" | "missing" | "dead_end" | "unsaid";
}

/** @param platform its name; "" while it has none */
function resolveUpdateLink(platform: string, form: PlatformForm, stores: Project["stores"]): UpdateLink {
  const store = form.store ?? defaultStores.get(platform);
  if (store === undefined) return { url: null, isOfProject: false, state: "unsaid" };
  if (store === "none") return { url: null, isOfProject: false, state: "none" };
  const read = { store, stores: linksIn(form.stores), policy: checkPolicyDraft(form).policy };
  const ofProject = linksIn(stores);
  const own = read.stores[store];
  const url = own ?? ofProject[store];
  const without = forces(read.policy) ? "dead_end" : "missing";
  return { url, isOfProject: own === null && url !== null, state: lacksUpdateLink(read, ofProject) ? without : "there" };
}

/** Links that are not valid yet are none. */
function linksIn({ android, apple }: Project["stores"] = {}): StoreLinks {
  return { android: readLink(android, "", []), apple: readLink(apple, "", []) };
}
