import { List, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { LeftAlone } from "drawbridge-rules/wire/change.ts";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { useFormats } from "../texts/formats.ts";
import { unaffectedTexts as texts } from "./unaffected-texts.ts";

interface UnaffectedListProps {
  readonly project: string;
  readonly left: readonly LeftAlone[];
}

/** Resources that a restore does not change, by name. */
export function UnaffectedList({ project, left }: UnaffectedListProps) {
  const { number } = useFormats();
  const members = useQuery({
    queryKey: projectQueryKey(project, "members"),
    queryFn: () => admin.listAll("listMembers", { project }),
    retry: false,
  });
  const personOf = new Map(members.data?.map(({ person, name }) => [person, name]));
  const namesOf = ({ names, count }: LeftAlone) => {
    const shown = names.map((name) => personOf.get(name) ?? name).join(", ");
    return count > names.length ? texts.andMore(shown) : shown;
  };
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {texts.title}
      </Title>
      <Text size="sm">{texts.meaning}</Text>
      <List size="sm">
        {left.map((one) => (
          <List.Item key={one.kind} style={{ overflowWrap: "anywhere" }}>
            {texts.of(texts.kinds[one.kind], number(one.count), namesOf(one))}
          </List.Item>
        ))}
      </List>
    </section>
  );
}
