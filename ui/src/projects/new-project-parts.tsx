import { ActionIcon, Button, Fieldset, Group, Input, Stack, TextInput } from "@mantine/core";
import { joinPath } from "drawbridge-rules/values/dotted-path.ts";
import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../elements/icon.tsx";
import { StoreChoice } from "../platforms/store-choice.tsx";
import { defaultStore } from "../platforms/update-link.ts";
import type { Edit } from "../review/use-edit.tsx";
import { findDuplicateIds, type NewInstance, type NewPlatform, type NewProject } from "./new-project.ts";
import { newProjectTexts as texts } from "./new-project-texts.ts";

interface PartsProps {
  readonly edit: Edit<NewProject>;
}

export function NewPlatforms({ edit: { form, change, problemAt } }: PartsProps) {
  const doubled = new Set(findDuplicateIds(form).map(({ path, index }) => `${path} ${index}`));
  const set = (platforms: readonly NewPlatform[]) => change({ ...form, platforms });
  return (
    <Part
      legend={texts.platforms}
      hint={texts.platformsHint}
      add={texts.addPlatform}
      onAdd={() => set([...form.platforms, { id: "", minimum: "" }])}
    >
      {form.platforms.map((platform, index) => {
        const { id } = platform;
        const put = (next: NewPlatform) => set(form.platforms.map((other, at) => (at === index ? next : other)));
        return (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: what is typed into a line is its only name
            key={index}
            remove={texts.removePlatform(id || index + 1)}
            onRemove={() => set(form.platforms.filter((_, at) => at !== index))}
          >
            <TextInput
              label={texts.platform}
              autoComplete="off"
              spellCheck={false}
              maxLength={32}
              value={id}
              error={doubled.has(`platforms.${id} ${index}`) ? texts.twice : problemAt(`platforms.${id}`)}
              onChange={({ currentTarget: { value } }) => put({ ...platform, id: value })}
            />
            <TextInput
              label={texts.minimum}
              placeholder={texts.minimumExample}
              autoComplete="off"
              spellCheck={false}
              value={platform.minimum}
              error={problemAt(`platforms.${id}.minimum`)}
              onChange={({ currentTarget: { value } }) => put({ ...platform, minimum: value })}
            />
            {id !== "" && defaultStore(id) === null && (
              <StoreChoice platform={id} form={platform} problem={problemAt(`platforms.${id}.store`)} onChange={put} />
            )}
          </Line>
        );
      })}
    </Part>
  );
}

export function NewInstances({ edit: { form, change, problemAt } }: PartsProps) {
  const doubled = new Set(findDuplicateIds(form).map(({ path, index }) => `${path} ${index}`));
  const set = (instances: readonly NewInstance[]) => change({ ...form, instances });
  return (
    <Part
      legend={texts.instances}
      hint={texts.instancesHint}
      add={texts.addInstance}
      onAdd={() => set([...form.instances, { id: "", name: "" }])}
    >
      {form.instances.map((instance, index) => {
        const { id } = instance;
        const put = (next: NewInstance) => set(form.instances.map((other, at) => (at === index ? next : other)));
        return (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: what is typed into a line is its only name
            key={index}
            remove={texts.removeInstance(id || index + 1)}
            onRemove={() => set(form.instances.filter((_, at) => at !== index))}
          >
            <TextInput
              label={texts.instanceId}
              autoComplete="off"
              spellCheck={false}
              maxLength={128}
              value={id}
              error={doubled.has(`instances.${id} ${index}`) ? texts.twice : problemAt(joinPath("instances", id))}
              onChange={({ currentTarget: { value } }) => put({ ...instance, id: value })}
            />
            <TextInput
              label={texts.instanceName}
              autoComplete="off"
              maxLength={200}
              value={instance.name}
              error={problemAt(`${joinPath("instances", id)}.name`)}
              onChange={({ currentTarget: { value } }) => put({ ...instance, name: value })}
            />
          </Line>
        );
      })}
    </Part>
  );
}

interface PartProps {
  readonly legend: string;
  readonly hint: string;
  readonly add: string;
  readonly onAdd: () => void;
  readonly children: ReactNode;
}

function Part({ legend, hint, add, onAdd, children }: PartProps) {
  const frame = useRef<HTMLFieldSetElement>(null);
  // Moves the focus into an added line.
  const focusAdded = () => frame.current?.querySelector<HTMLElement>("[data-line]:last-of-type input")?.focus();
  return (
    <Fieldset legend={legend} ref={frame}>
      <Input.Description mb="xs">{hint}</Input.Description>
      <Stack gap="sm" align="stretch">
        {children}
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={1} />}
          style={{ alignSelf: "flex-start" }}
          onClick={() => {
            // Before the next key: a later frame would take it from the field that the user has gone on to.
            flushSync(onAdd);
            focusAdded();
          }}
        >
          {add}
        </Button>
      </Stack>
    </Fieldset>
  );
}

interface LineProps {
  readonly remove: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function Line({ remove, onRemove, children }: LineProps) {
  return (
    <Group data-line gap="sm" align="flex-start" wrap="nowrap">
      <Group gap="sm" align="flex-start" flex={1} grow preventGrowOverflow={false}>
        {children}
      </Group>
      <ActionIcon variant="subtle" color="gray" mt="1.5rem" aria-label={remove} onClick={onRemove}>
        <Icon name="remove" />
      </ActionIcon>
    </Group>
  );
}
