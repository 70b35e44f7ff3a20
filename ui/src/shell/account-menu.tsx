/** The user's initials, which open the account. */
import { UnstyledButton } from "@mantine/core";
import { useClickOutside, useDisclosure } from "@mantine/hooks";
import { lazy, Suspense, useRef } from "react";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./shell.module.css";
import { useWanted } from "./use-wanted.ts";

const load = () => import("./account-panel.tsx").then(({ AccountPanel }) => ({ default: AccountPanel }));
const AccountPanel = lazy(load);

export function AccountMenu() {
  const { shell } = sharedTexts;
  const { person } = useSession();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const frame = useClickOutside(close);
  const want = useWanted(load);
  const leave = () => {
    close();
    button.current?.focus();
  };
  return (
    <div ref={frame} className={classes.opener} {...want}>
      <UnstyledButton
        ref={button}
        aria-label={shell.account}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={toggle}
        className={classes.avatar}
        data-initials={initialsOf(person?.name ?? shell.byToken)}
      />
      {isOpen && (
        <Suspense>
          <AccountPanel onClose={leave} />
        </Suspense>
      )}
    </div>
  );
}

/** "Ada Keller" → "AK" */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
