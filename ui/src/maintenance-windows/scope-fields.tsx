import { MultiSelect, SegmentedControl, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useRef } from "react";
import { FieldGroup } from "../elements/field-group.tsx";
import { instanceDisplayName, instanceListQuery } from "../instances/instance-list.ts";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import type { WindowFieldsProps } from "./when-fields.tsx";
import { type ScopeKind, scopeKind, withScope } from "./window-form.ts";
import { windowTexts as texts } from "./window-texts.ts";

interface ScopeFieldsProps extends WindowFieldsProps {
  readonly project: string;
  readonly head: Project;
}

const kinds = ["project", "platforms", "instances"] as const;

/** Field for the scope: the whole project, some platforms, or some of up to a thousand instances. */
export function ScopeFields({ project, head, form, problemAt, onChange }: ScopeFieldsProps) {
  const known = useKnown(project, head);
  const kind = scopeKind(form);
  // Keeps the choices of each kind, so that switching back restores them.
  const chosen = useRef<Partial<Record<ScopeKind, readonly string[]>>>({});
  chosen.current[kind] = (kind === "project" ? undefined : form[kind]) ?? [];
  return (
    <FieldGroup label={texts.scope}>
      {(label) => (
        <Stack gap="xs">
          <SegmentedControl
            aria-labelledby={label}
            fullWidth
            value={kind}
            onChange={(next) => onChange(withScope(form, next as ScopeKind, chosen.current[next as ScopeKind] ?? []))}
            data={kinds.map((value) => ({ value, label: texts.scopes[value] }))}
          />
          {kind !== "project" && (
            <MultiSelect
              label={texts[kind]}
              description={texts.chooseSome}
              nothingFoundMessage={texts.noneFound}
              required
              searchable
              hidePickedOptions
              limit={60}
              error={problemAt(kind)}
              data={withUnknown(known[kind], form[kind] ?? [], texts.unknown)}
              value={[...(form[kind] ?? [])]}
              onChange={(names) => onChange(withScope(form, kind, names))}
            />
          )}
        </Stack>
      )}
    </FieldGroup>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function useKnown(project: string, head: Project): Readonly<Record<"platforms" | "instances", readonly Option[]>> {
  const instances = useQuery(instanceListQuery(project));
  const policies = useQuery({
    queryKey: projectQueryKey(project, "policies"),
    queryFn: () => admin.listAll("listPolicies", { project }),
  });
  return {
    // These two exist without a policy too.
    platforms: [...new Set(["android", "ios", ...(policies.data ?? []).map(({ id }) => id)])].map((id) => ({
      value: id,
      label: id,
    })),
    instances: (instances.data ?? []).map((instance) => ({
      value: instance.id,
      label: `${instanceDisplayName(instance, head.languages ?? [])} (${instance.id})`,
    })),
  };
}

/** Adds chosen ids that no longer exist, so that the user can remove them from the window. */
function withUnknown(known: readonly Option[], chosen: readonly string[], text: (id: string) => string): Option[] {
  const ids = new Set(known.map(({ value }) => value));
  return [...known, ...chosen.filter((id) => !ids.has(id)).map((id) => ({ value: id, label: text(id) }))];
}
