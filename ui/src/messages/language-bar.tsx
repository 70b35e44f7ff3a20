import { Chip, Group, Input } from "@mantine/core";
import { useId } from "react";
import { formatLanguage } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { kinds, listLanguages, type MessageForm, writtenIn } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";
import { faultsIn, type ShownPolicies } from "./text-marks.ts";

interface LanguageBarProps {
  readonly form: MessageForm;
  readonly policies: ShownPolicies;
  readonly shown: readonly string[];
  /** There is room for one language only. */
  readonly isOne: boolean;
  readonly onShow: (languages: readonly string[]) => void;
}

/** Toggles for the languages shown side by side, with their progress. */
export function LanguageBar({ form, policies, shown, isOne, onShow }: LanguageBarProps) {
  const label = useId();
  const known = listLanguages(form);
  const chips = known.map((language) => (
    <Chip key={language} value={language} size="sm" variant="outline" classNames={{ label: classes.chip ?? "" }}>
      <LanguageState form={form} policies={policies} language={language} />
    </Chip>
  ));
  return (
    <div>
      <Input.Label id={label} component="div" labelElement="div" mb={4}>
        {isOne ? texts.languageOnPhone : texts.languages}
      </Input.Label>
      <Group gap="xs" role={isOne ? roles.one : roles.several} aria-labelledby={label}>
        {isOne ? (
          <Chip.Group value={shown[0] ?? null} onChange={(language) => onShow([language])}>
            {chips}
          </Chip.Group>
        ) : (
          <Chip.Group
            multiple
            value={[...shown]}
            onChange={(chosen) => onShow(known.filter((language) => chosen.includes(language)))}
          >
            {chips}
          </Chip.Group>
        )}
      </Group>
    </div>
  );
}

const roles = { one: "radiogroup", several: "group" } as const;

interface LanguageStateProps {
  readonly form: MessageForm;
  readonly policies: ShownPolicies;
  readonly language: string;
}

function LanguageState({ form, policies, language }: LanguageStateProps) {
  const { fields } = sharedTexts;
  const isWrong = kinds.some((kind) => faultsIn(form.messages[kind][language], kind, policies[kind]).length > 0);
  const said = [
    formatLanguage(language),
    form.languages[0] === language ? fields.firstLanguage : "",
    texts.written(writtenIn(form, language).length, kinds.length),
    form.languages.includes(language) ? "" : texts.notOfProject,
    isWrong ? texts.wrongIn : "",
  ];
  return said.filter((text) => text !== "").join(" · ");
}
