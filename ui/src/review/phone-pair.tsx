import { SimpleGrid, Stack, Tabs, Text, useComputedColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { TextEffect, VersionEffect } from "drawbridge-rules/wire/change.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useState } from "react";
import { exampleValues } from "../messages/example-values.ts";
import { PhonePicture } from "../messages/phone-picture.tsx";
import { fillPlaceholders } from "../messages/resolved-text.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { formatLanguage } from "../texts/formats.ts";
import { changeTexts as texts } from "./review-texts.ts";
import { type Foreseen, type ShownChange, type Sides, type TextSides, textSides } from "./shown-change.ts";

interface PhonesProps {
  readonly project: string;
  readonly change: ShownChange;
  readonly published: readonly Platform[];
}

export function PhonePairs({ project, change, published }: PhonesProps) {
  const head = useQuery(projectHeadQuery(project)).data?.value;
  const pairs = head ? phonePairs({ head, change, published }) : [];
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = pairs.find(({ key }) => key === chosen) ?? pairs[0];
  if (!head || !shown) return null;
  const phones = <Pair appName={head.name ?? project} pair={shown} />;
  if (pairs.length === 1) return phones;
  return (
    <Tabs value={shown.key} onChange={setChosen}>
      <Tabs.List aria-label={texts.phones} mb="xs">
        {pairs.map(({ key, label }) => (
          <Tabs.Tab key={key} value={key} px="xs">
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.key}>{phones}</Tabs.Panel>
    </Tabs>
  );
}

function Pair({ appName, pair: { language, ...sides } }: { readonly appName: string; readonly pair: PhonePair }) {
  const isDark = useComputedColorScheme("light") === "dark";
  return (
    <SimpleGrid cols={2} spacing="sm" role="group" aria-label={texts.phones}>
      {(["before", "after"] as const).map((at) => (
        <Stack key={at} gap={4}>
          <Text size="xs" c="dimmed" aria-hidden>
            {texts.phone[at]}
          </Text>
          <PhonePicture
            name={sides[at].form === "none" ? texts.runsOn(texts.phone[at]) : texts.phone[at]}
            appName={appName}
            kind={sides[at].form === "wall" ? "upgrade" : "recommended"}
            title={{ text: sides[at].title, language }}
            message={{ text: sides[at].message, language }}
            isDark={isDark}
            isSmall
          />
        </Stack>
      ))}
    </SimpleGrid>
  );
}

interface PhoneSide {
  /** The message fills the screen, is above the running app, or there is none. */
  readonly form: "wall" | "card" | "none";
  readonly title: string;
  readonly message: string;
}

interface PhonePair {
  readonly key: string;
  readonly label: string;
  readonly language: string;
  readonly before: PhoneSide;
  readonly after: PhoneSide;
}

interface PhoneSources extends Omit<PhonesProps, "project"> {
  readonly head: Project;
}

function phonePairs(sources: PhoneSources): readonly PhonePair[] {
  const { head, change } = sources;
  const edited = textSides(change);
  const hasKinds = new Set(edited.map(({ kind }) => kind)).size > 1;
  const pairs = edited.map((text) => editedPair(text, sources, hasKinds));
  const [first = "en"] = head.languages ?? [];
  const foreseen = mostRequested(change);
  if (!foreseen || edited.some(({ language }) => language === first)) return pairs;
  return [foreseenPair(foreseen, first, change.foreseen), ...pairs];
}

function mostRequested({ foreseen }: ShownChange): TextEffect | undefined {
  const { effects = [], text_effects = [], maintenance_effects = [] } = foreseen;
  const weight = ({ before, after, share }: VersionEffect) => (after?.forced && !before?.forced ? 100 : 0) + (share ?? 0);
  const changed = effects.toSorted((a, b) => weight(b) - weight(a));
  const found = changed.flatMap((effect) => text_effects.find((text) => isSameRange(text, effect)) ?? []);
  return found[0] ?? (maintenance_effects.length > 0 ? text_effects[0] : undefined);
}

function isSameRange(one: TextEffect, other: VersionEffect): boolean {
  return one.platform === other.platform && one.from === other.from && one.to === other.to && one.at === other.at;
}

function foreseenPair(text: TextEffect, language: string, { effects = [], maintenance_effects = [] }: Foreseen): PhonePair {
  const { platform } = text;
  const isClosed = (at: keyof Sides) =>
    effects.some((effect) => isSameRange(text, effect) && effect[at]?.forced) ||
    maintenance_effects.some((effect) => effect.platform === platform && effect[at]?.state === "active");
  const side = (at: keyof Sides): PhoneSide => {
    const { title = "", message = "" } = text[at] ?? {};
    return { form: title === "" && message === "" ? "none" : isClosed(at) ? "wall" : "card", title, message };
  };
  const label = formatLanguage(language);
  return { key: `${platform}-${language}`, label, language, before: side("before"), after: side("after") };
}

const walls: readonly string[] = ["upgrade", "unsupported", "maintenance", "window"];

function editedPair(
  { kind, platform, language, title, message }: TextSides,
  sources: PhoneSources,
  hasKinds: boolean,
): PhonePair {
  const { head, published } = sources;
  const policy = platform === null ? published[0] : published.find(({ id }) => id === platform);
  const valuesIn = exampleValues({ projectName: head.name ?? head.id, policy });
  const side = (of: keyof Sides): PhoneSide => {
    const filled = (text = "") => fillPlaceholders({ text, language }, valuesIn).text;
    const isShown = title[of] !== undefined || message[of] !== undefined;
    const form = !isShown ? "none" : walls.includes(kind) ? "wall" : "card";
    return { form, title: filled(title[of]), message: filled(message[of]) };
  };
  const name = formatLanguage(language);
  return {
    key: [kind, platform, language].join("-"),
    label: hasKinds ? texts.languageOf(texts.kinds[kind] ?? kind, name) : name,
    language,
    before: side("before"),
    after: side("after"),
  };
}
