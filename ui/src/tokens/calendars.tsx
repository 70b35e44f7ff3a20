/** Anyone with the address can subscribe. */
import { Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Token } from "drawbridge-rules/wire/token.ts";
import { CollectionSection } from "../elements/collection-screen.tsx";
import type { FieldsProps } from "../elements/form-fields.tsx";
import { instanceDisplayName, instanceListQuery } from "../instances/instance-list.ts";
import { tokenTexts } from "./token-texts.ts";
import { type TokenForm, useTokens } from "./tokens.tsx";

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
    fields: (fields) =>
      instances.length > 0 && <Covers {...fields} options={instances.map(({ id }) => ({ value: id, label: nameOf(id) }))} />,
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

interface CoversProps extends FieldsProps<TokenForm> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function Covers({ options, form, change, problemAt }: CoversProps) {
  return (
    <Select
      label={texts.covers}
      description={texts.coversHint}
      searchable
      allowDeselect={false}
      limit={50}
      data={[{ value: "", label: texts.wholeProject }, ...options]}
      value={form.instance}
      error={problemAt("instance")}
      onChange={(instance) => change({ ...form, instance: instance ?? "" })}
    />
  );
}
