import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { historyKinds } from "drawbridge-rules/project/kind.ts";
import type { Actors } from "./history-list.ts";
import type { HistorySearch } from "./history-route.ts";
import { historyTexts as texts } from "./history-texts.ts";

interface HistoryFiltersProps {
  readonly search: HistorySearch;
  /** Filters of the server's own history, which has fewer kinds. */
  readonly isServer: boolean;
  readonly actors: Actors;
  readonly onChange: (search: HistorySearch) => void;
}

const serverKinds = ["token", "grant"] as const;

export function HistoryFilters({ search, isServer, actors, onChange }: HistoryFiltersProps) {
  const { kind = "", id = "", actor = "", from = "", until = "" } = search;
  const orNothing = (value: string) => (value === "" ? undefined : value);
  const shownKinds = isServer ? serverKinds : historyKinds;
  // The address may name an author who appears nowhere else on the page.
  const people = new Map([...(actor === "" ? [] : [[actor, actors.nameOf(actor)] as const]), ...actors.known]);
  return (
    <Group role="group" gap="sm" align="flex-end" aria-label={texts.filters}>
      <NativeSelect
        label={texts.kind}
        value={kind}
        onChange={({ currentTarget: { value } }) => onChange({ kind: orNothing(value) as HistorySearch["kind"], id: undefined })}
        data={[{ value: "", label: texts.anyKind }, ...shownKinds.map((value) => ({ value, label: texts.kinds[value] }))]}
      />
      {kind !== "" && kind !== "project" && kind !== "protection" && (
        <TextInput
          label={texts.id}
          placeholder={texts.idHint}
          spellCheck={false}
          value={id}
          onChange={({ currentTarget: { value } }) => onChange({ id: orNothing(value) })}
        />
      )}
      <NativeSelect
        label={texts.actor}
        maw="18rem"
        value={actor}
        onChange={({ currentTarget: { value } }) => onChange({ actor: orNothing(value) })}
        data={[{ value: "", label: texts.anyActor }, ...[...people].map(([value, label]) => ({ value, label }))]}
      />
      <TextInput
        type="date"
        label={texts.from}
        max={orNothing(until)}
        value={from}
        onChange={({ currentTarget: { value } }) => onChange({ from: orNothing(value) })}
      />
      <TextInput
        type="date"
        label={texts.until}
        min={orNothing(from)}
        value={until}
        onChange={({ currentTarget: { value } }) => onChange({ until: orNothing(value) })}
      />
      {isFiltered(search) && (
        <Button variant="default" onClick={() => onChange(nothingFiltered)}>
          {texts.clear}
        </Button>
      )}
    </Group>
  );
}

export function isFiltered({ kind, actor, from, until }: HistorySearch): boolean {
  return [kind, actor, from, until].some((value) => value !== undefined);
}

export const nothingFiltered: HistorySearch = {
  kind: undefined,
  id: undefined,
  actor: undefined,
  from: undefined,
  until: undefined,
};
