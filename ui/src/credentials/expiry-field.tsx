import { InstantField } from "../elements/instant-field.tsx";
import { typedInstant } from "../elements/typed-times.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { credentialTexts as texts } from "./credential-texts.ts";

export interface ExpiryFieldProps {
  readonly label: string;
  readonly description?: string;
  /** As typed; "": none. */
  readonly value: string;
  readonly isRequired?: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** An instant, with times on the browser's clock. */
export function ExpiryField({ description, isRequired = false, ...props }: ExpiryFieldProps) {
  return <InstantField {...props} description={description ?? texts.noExpiry} required={isRequired} zone={ownZone} />;
}

/** For the server; null: none. */
export function parseExpiry(typed: string): string | null {
  return typed.trim() === "" ? null : typedInstant(typed, ownZone, Date.now());
}
