import { TextInput } from "@mantine/core";
import { Icon } from "./icon.tsx";

interface SearchFieldProps {
  readonly label: string;
  readonly query: string;
  readonly onQuery: (query: string | undefined) => void;
  readonly width?: number;
}

export function SearchField({ label, query, onQuery, width = 20 }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      w={`${width}rem`}
      maw="100%"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={1} />}
      value={query}
      onChange={({ currentTarget: { value } }) => onQuery(value === "" ? undefined : value)}
    />
  );
}
