import { Alert, Button, Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { isUnreachable } from "drawbridge-client/admin";
import type { PasswordChange } from "drawbridge-rules/wire/session.ts";
import { useState } from "react";
import { VerbError } from "../credentials/verb-error.tsx";
import { admin } from "../server-connection.ts";
import { useSession } from "../session/session.ts";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { accountTexts as texts } from "./account-texts.ts";

const empty: PasswordChange = { current: "", password: "" };
const fields = ["current", "password"];

/** Never leaves the fields, except in the request. */
export function PasswordForm() {
  const { person } = useSession();
  const [form, setForm] = useState(empty);
  const [isShown, setIsShown] = useState(false);
  const verb = useVerb(null, (change: PasswordChange) => admin.changePassword({ body: change }));
  const type = isShown ? "text" : "password";
  const send = async () => {
    const answer = await verb.run(form);
    if (!answer) return;
    setForm(empty);
    notifyDone(texts.changed(answer.ended));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!verb.isBusy) void send();
      }}
    >
      <Stack gap="md" maw="24rem" align="stretch">
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={person?.login ?? ""} readOnly hidden />
        <TextInput
          type={type}
          label={texts.currentPassword}
          required
          autoComplete="current-password"
          maxLength={1000}
          value={form.current}
          error={verb.problemAt("current")}
          onChange={({ currentTarget: { value } }) => setForm({ ...form, current: value })}
        />
        <TextInput
          type={type}
          label={texts.newPassword}
          description={texts.newHint}
          required
          autoComplete="new-password"
          maxLength={1000}
          value={form.password}
          error={verb.problemAt("password")}
          onChange={({ currentTarget: { value } }) => setForm({ ...form, password: value })}
        />
        <Checkbox label={texts.show} checked={isShown} onChange={({ currentTarget: { checked } }) => setIsShown(checked)} />
        <Text size="sm" c="dimmed">
          {texts.noPassword}
        </Text>
        {verb.error && isUnreachable(verb.error) && <Alert color="yellow">{texts.mayHave}</Alert>}
        <VerbError verb={verb} fields={fields} />
        <Button type="submit" loading={verb.isBusy} style={{ alignSelf: "flex-start" }}>
          {texts.change}
        </Button>
      </Stack>
    </form>
  );
}
