import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { parseInstantAhead } from "drawbridge-rules/values/instant.ts";
import { instantToWall } from "drawbridge-rules/values/wall-time.ts";
import { useRef, useState } from "react";
import { formatInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { Icon } from "./icon.tsx";
import { typedMs } from "./typed-times.ts";

interface InstantFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** Typed: a time on the zone's clock, RFC 3339, or a duration from now. The server refuses the rest. */
  readonly value: string;
  readonly zone: string;
  readonly onChange: (typed: string) => void;
  /** The picker stays open after a choice. */
  readonly onChoose?: (wall: string) => void;
}

/** The browser opens its picker at this place. */
const picked = { position: "absolute", inset: 0, opacity: 0, pointerEvents: "none" } as const;

/** Takes text as the command line does; the browser's picker has no durations. */
export function InstantField({ value, zone, description = "", onChange, onChoose = onChange, ...props }: InstantFieldProps) {
  const { fields } = sharedTexts;
  const picker = useRef<HTMLInputElement>(null);
  const at = typedMs(value, zone, Date.now());
  const isOffClock = parseInstantAhead(value.trim(), Date.now()) !== null;
  const choose = (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={fields.chooseInstant} onClick={() => picker.current?.showPicker()}>
        <Icon name="calendar" size={1} />
      </ActionIcon>
      <input
        ref={picker}
        type="datetime-local"
        style={picked}
        tabIndex={-1}
        aria-hidden
        value={Number.isNaN(at) ? "" : instantToWall(at, zone).slice(0, 16)}
        onChange={({ currentTarget }) => onChoose(currentTarget.value.replace("T", " "))}
      />
    </>
  );
  return (
    <TextInput
      {...props}
      description={isOffClock ? `${formatInstant(at, zone)} ${zone}` : `${description} ${fields.instantHint(zone)}`}
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      rightSection={choose}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface KnownInstantFieldProps extends Omit<InstantFieldProps, "value"> {
  /** Epoch ms; NaN means the typed text is no time. */
  readonly at: number;
}

/** Shows the instant on the zone's clock when the field is left. */
export function KnownInstantField({ at, zone, onChange, ...props }: KnownInstantFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <InstantField
      {...props}
      zone={zone}
      value={typed ?? (Number.isNaN(at) ? "" : instantToWall(at, zone).replace("T", " "))}
      onChange={(text) => {
        setTyped(text);
        onChange(text);
      }}
      onChoose={(wall) => {
        setTyped(null);
        onChange(wall);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
