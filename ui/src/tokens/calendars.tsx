/** Anyone with the address can subscribe. */
import { Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Token } from "drawbridge-rules/wire/token.ts";
import { CollectionSection } from "../elements/collection-screen.tsx";
import { instanceDisplayName, instanceListQuery } from "../instances/instance-list.ts";
import { tokenTexts } from "./token-texts.ts";
import { useTokens } from "./tokens.tsx";

const texts = tokenTexts.calendar;

export function Calendars({ project }: { readonly project: string }) {
  const instances = useQuery(instanceListQuery(project)).data ?? [];
  const nameOf = (id: string) => {
    const instance = instances.find((each) => each.id === id);
    return instance ? instanceDisplayName(instance, []) : id;
  };
  const covers = ({ instance }: Token) => (instance === null ? texts.wholeProject : nameOf(instance));
  const tokens = useTokens({
    kind: "calendar",
    project,
    columns: [{ key: "covers", title: texts.columns.covers, render: covers }],
    scope: (token) => ({ [texts.columns.covers]: covers(token) }),
    fields: ({ form, change, problemAt }) =>
      instances.length > 0 && (
        <Select
          label={texts.covers}
          description={texts.coversHint}
          searchable
          allowDeselect={false}
          limit={50}
          data={[{ value: "", label: texts.wholeProject }, ...instances.map(({ id }) => ({ value: id, label: nameOf(id) }))]}
          value={form.instance}
          error={problemAt("instance")}
          onChange={(instance) => change({ ...form, instance: instance ?? "" })}
        />
      ),
    usage: () => (
      <>
        <Text>{texts.calendarHint}</Text>
        <Text>{texts.secret}</Text>
      </>
    ),
  });
  // The search and the keys are those of the access tokens.
  return <CollectionSection title={texts.table} hasCreateKey={false} {...tokens} />;
}
