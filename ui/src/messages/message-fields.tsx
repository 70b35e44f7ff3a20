import { Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { allowedIn, type ScreenKind, textFaults } from "drawbridge-rules/texts/message.ts";
import { Hint } from "../elements/cells.tsx";
import { formatLanguage } from "../texts/formats.ts";
import { type Kind, type MessageForm, withText, withTitle } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";
import { resolveText, titleIn } from "./resolved-text.ts";
import { faultWords, TemplateField } from "./template-field.tsx";
import { faultsIn, type ShownPolicies } from "./text-marks.ts";

export interface MessageFieldsProps {
  readonly form: MessageForm;
  readonly kind: Kind;
  readonly language: string;
  readonly policies: ShownPolicies;
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (form: MessageForm) => void;
}

export function MessageFields(props: MessageFieldsProps) {
  const { form, kind, language, policies, problem, isReadOnly, onChange } = props;
  const written = form.messages[kind][language];
  const faults = faultsIn(written, kind, policies[kind]);
  return (
    <Stack gap="md">
      {kind !== "default" && <TitleField {...props} kind={kind} />}
      <TemplateField
        label={texts.text}
        minRows={4}
        language={language}
        value={written ?? ""}
        allowed={allowedIn[kind]}
        faults={faults}
        problem={problem}
        isReadOnly={isReadOnly}
        onChange={(text) => onChange(withText(form, kind, language, text === "" ? undefined : text))}
      />
      {(written ?? "") === "" && <Missing {...props} />}
    </Stack>
  );
}

function TitleField({ form, kind, language, isReadOnly, onChange }: MessageFieldsProps & { readonly kind: ScreenKind }) {
  const title = form.titles[kind][language];
  const faults = title === undefined ? [] : textFaults(title, kind, "title");
  const said = faults.map((fault) => faultWords(fault, title ?? ""));
  return (
    <TextInput
      label={texts.title}
      lang={language}
      attributes={{ input: { dir: "auto" } }}
      autoComplete="off"
      placeholder={titleIn(form, kind, language).text}
      value={title ?? ""}
      readOnly={isReadOnly}
      error={said.length > 0 ? said.join(" ") : undefined}
      onChange={({ currentTarget: { value } }) => onChange(withTitle(form, kind, language, value === "" ? undefined : value))}
    />
  );
}

/** Shows the fallback that apps get; a notice can be empty on purpose. */
function Missing({ form, kind, language, isReadOnly, onChange }: MessageFieldsProps) {
  const isSilent = form.messages[kind][language] === "";
  const told = resolveText(withText(form, kind, language, undefined), kind, language);
  const canBeSilent = kind === "default" && (isSilent || told.text !== "");
  return (
    <Stack gap={4}>
      {!isSilent && (
        <>
          <Hint size="xs">
            {told.text === "" || told.source === "own"
              ? texts.missing.none
              : texts.missing[told.source === "none" ? "built_in" : told.source](formatLanguage(told.language))}
          </Hint>
          {told.text !== "" && (
            <Text size="xs" lang={told.language} dir="auto" className={classes.quoted}>
              {told.text}
            </Text>
          )}
        </>
      )}
      {canBeSilent && (
        <Checkbox
          label={texts.silent}
          checked={isSilent}
          disabled={isReadOnly}
          onChange={({ currentTarget: { checked } }) => onChange(withText(form, kind, language, checked ? "" : undefined))}
        />
      )}
    </Stack>
  );
}
