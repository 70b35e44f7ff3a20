import { SegmentedControl, Stack, TextInput } from "@mantine/core";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { FieldGroup } from "../elements/field-group.tsx";
import { useFormats } from "../texts/formats.ts";
import { instanceTexts as texts } from "./instance-texts.ts";

interface InstanceNameProps {
  readonly name: string | LocalizedText;
  /** Languages of the project; the first is the default. */
  readonly languages: readonly string[];
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (name: string | LocalizedText) => void;
}

/** Fields for one name, or for a name in each language. */
export function InstanceName({ name, languages, problemAt, onChange }: InstanceNameProps) {
  const isOne = typeof name === "string";
  const first = languages[0] ?? "en";
  const split = () => onChange(isOne && name !== "" ? { [first]: name } : {});
  const join = () => onChange(isOne ? name : (name[first] ?? Object.values(name)[0] ?? ""));
  return (
    <Stack gap="sm">
      <FieldGroup label={texts.nameKind}>
        {(label) => (
          <SegmentedControl
            aria-labelledby={label}
            fullWidth
            value={isOne ? "one" : "many"}
            onChange={(kind) => (kind === "one" ? join() : split())}
            data={[
              { value: "one", label: texts.oneName },
              { value: "many", label: texts.namePerLanguage },
            ]}
          />
        )}
      </FieldGroup>
      {isOne ? (
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          required
          maxLength={200}
          value={name}
          error={problemAt("name")}
          onChange={({ currentTarget: { value } }) => onChange(value)}
        />
      ) : (
        <NamePerLanguage name={name} languages={languages} problemAt={problemAt} onChange={onChange} />
      )}
    </Stack>
  );
}

interface NamePerLanguageProps extends Omit<InstanceNameProps, "name"> {
  readonly name: LocalizedText;
}

function NamePerLanguage({ name, languages, problemAt, onChange }: NamePerLanguageProps) {
  const { languageName } = useFormats();
  const shown = [...new Set([...languages, ...Object.keys(name)])];
  return shown.map((language, index) => (
    <TextInput
      key={language}
      label={`${texts.name} (${languageName(language)})`}
      description={index === 0 ? texts.nameHint : undefined}
      required={index === 0}
      lang={language}
      maxLength={200}
      value={name[language] ?? ""}
      error={problemAt(`name.${language}`) ?? (index === 0 ? problemAt("name") : undefined)}
      onChange={({ currentTarget: { value } }) => {
        const { [language]: _, ...others } = name;
        onChange(value === "" ? others : { ...others, [language]: value });
      }}
    />
  ));
}
