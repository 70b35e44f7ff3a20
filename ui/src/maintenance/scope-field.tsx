import { Chip, type ChipProps, Group, MultiSelect, type OptionsFilter, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { FieldGroup } from "../elements/form-fields.tsx";
import { instanceDisplayName, instanceListQuery } from "../instances/instance-list.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { maintenanceTexts as texts } from "./maintenance-texts.ts";

export type ScopeKind = "project" | "platforms" | "instances";

export interface Scope {
  /** Null means not chosen yet. */
  readonly kind: ScopeKind | null;
  /** Ids of platforms or instances. */
  readonly names: readonly string[];
}

interface Option {
  readonly value: string;
  readonly label: string;
}

type ScopeOptions = Readonly<Record<"platforms" | "instances", readonly Option[]>>;

const maxChips = 12;

interface ScopeFieldProps {
  readonly options: ScopeOptions;
  readonly scope: Scope;
  readonly problem?: string | undefined;
  readonly isFirst?: boolean;
  readonly onChange: (scope: Scope) => void;
}

/** A choice of another kind replaces the one before. */
export function ScopeField({ options, scope: { kind, names }, problem, isFirst = false, onChange }: ScopeFieldProps) {
  const chosen = (of: ScopeKind) => (kind === of ? names : []);
  const toggle = (of: ScopeKind, id: string) => {
    const before = chosen(of);
    onChange({ kind: of, names: before.includes(id) ? before.filter((other) => other !== id) : [...before, id] });
  };
  const chips = (of: "platforms" | "instances") =>
    withUnknown(options[of], chosen(of)).map(({ value, label }) => (
      <ChoiceChip key={`${of} ${value}`} checked={chosen(of).includes(value)} onChange={() => toggle(of, value)}>
        {label}
      </ChoiceChip>
    ));
  const isSearched = options.instances.length > maxChips;
  return (
    <FieldGroup label={texts.scope}>
      <Stack gap="xs">
        <Group gap="xs" mt={4} role="group" aria-label={texts.scope}>
          <ChoiceChip
            {...(isFirst ? { "data-autofocus": true } : {})}
            checked={kind === "project"}
            onChange={() => onChange({ kind: "project", names: [] })}
          >
            {texts.whole}
          </ChoiceChip>
          {chips("platforms")}
          {!isSearched && chips("instances")}
        </Group>
        {isSearched && (
          <MultiSelect
            label={texts.instances}
            placeholder={texts.findInstance}
            nothingFoundMessage={texts.noneFound}
            searchable
            hidePickedOptions
            limit={60}
            filter={findByNameOrId}
            data={withUnknown(options.instances, chosen("instances"))}
            value={[...chosen("instances")]}
            onChange={(next) => onChange({ kind: "instances", names: next })}
          />
        )}
        {problem !== undefined && (
          <Text size="xs" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
      </Stack>
    </FieldGroup>
  );
}

const findByNameOrId: OptionsFilter = ({ options, search, limit }) => {
  const wanted = search.trim().toLowerCase();
  const isFound = (option: (typeof options)[number]) =>
    !("group" in option) && [option.label, option.value].some((text) => text.toLowerCase().includes(wanted));
  return options.filter(isFound).slice(0, limit);
};

/** As high as a button, and as easy to hit. */
export function ChoiceChip(props: ChipProps) {
  return <Chip size="sm" radius="md" styles={{ label: { height: "2.25rem", paddingInline: "0.75rem" } }} {...props} />;
}

export function useScopeOptions(project: string, head: Project): ScopeOptions {
  const instances = useQuery(instanceListQuery(project)).data ?? [];
  const policies = useQuery(policyListQuery(project)).data ?? [];
  const named = namesIn({ platform: Object.fromEntries(policies.flatMap(({ id, name }) => (name ? [[id, name]] : []))) });
  // These two exist without a policy too.
  const platforms = [...new Set(["ios", "android", ...policies.map(({ id }) => id)])];
  return {
    platforms: platforms.map((id) => ({ value: id, label: named.platform(id) })),
    instances: instances.map((instance) => ({
      value: instance.id,
      label: instanceDisplayName(instance, head.languages ?? []),
    })),
  };
}

const maxNamed = 3;

/** `Acme Europe and Acme US`, or their number. @param whole name of the project */
export function scopeName(
  { kind, names }: Scope,
  options: ScopeOptions,
  whole: string,
  list: (names: string[]) => string,
): string {
  if (kind === "project" || kind === null) return whole;
  const labels = names.map((id) => options[kind].find(({ value }) => value === id)?.label ?? id);
  return labels.length > maxNamed ? texts.count[kind](labels.length) : list(labels);
}

/** Adds chosen ids that no longer exist, so that the user can remove them. */
function withUnknown(known: readonly Option[], chosen: readonly string[]): Option[] {
  const ids = new Set(known.map(({ value }) => value));
  return [...known, ...chosen.filter((id) => !ids.has(id)).map((id) => ({ value: id, label: texts.deleted(id) }))];
}
