/** The user's initials, which open the account. */
import { ActionIcon } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./shell.module.css";
import { usePanel } from "./use-panel.ts";

const load = () => import("./account-panel.tsx").then(({ AccountPanel }) => ({ default: AccountPanel }));
const AccountPanel = lazy(load);

export function AccountMenu() {
  const { shell } = sharedTexts;
  const { person } = useSession();
  const { isOpen, leave, frame, button } = usePanel(load);
  return (
    <div className={classes.opener} {...frame}>
      <ActionIcon {...button} aria-label={shell.account} variant="light" color="gray" radius="xl">
        <span className={classes.initials} data-initials={initialsOf(person?.name ?? shell.byToken)} />
      </ActionIcon>
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
