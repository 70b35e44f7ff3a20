import { Alert, Drawer } from "@mantine/core";
import { useState } from "react";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { VersionPolicyEditor, type VersionPolicyEditorProps } from "./version-policy-editor.tsx";
import { versionPolicyTexts } from "./version-policy-texts.ts";
import { everyProjectHas } from "./version-rules.ts";

export function VersionPolicyDrawer(props: VersionPolicyEditorProps) {
  const { id, policy, onClose } = props;
  const texts = useTexts(versionPolicyTexts);
  const { actions } = useSharedTexts();
  // Whoever has it open while it is deleted keeps what they typed.
  const [wasThere] = useState(policy !== null);
  const isThere = id === null || wasThere || policy !== null || everyProjectHas.includes(id);
  return (
    <Drawer
      opened
      size="64rem"
      onClose={onClose}
      title={id === null ? texts.titleNew : texts.titleEdit(id)}
      closeButtonProps={{ "aria-label": actions.close }}
    >
      {isThere ? <VersionPolicyEditor {...props} /> : <Alert color="gray">{texts.gone(id)}</Alert>}
    </Drawer>
  );
}
