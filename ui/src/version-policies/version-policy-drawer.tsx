import { builtInPlatforms } from "drawbridge-rules/versions/platform.ts";
import { ResourceDrawer } from "../elements/resource-drawer.tsx";
import { VersionPolicyEditor, type VersionPolicyEditorProps } from "./version-policy-editor.tsx";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

export function VersionPolicyDrawer(props: VersionPolicyEditorProps) {
  const { id, policy, onClose } = props;
  return (
    <ResourceDrawer
      size="64rem"
      title={id === null ? texts.titleNew : texts.titleEdit(id)}
      isThere={id === null || policy !== null || builtInPlatforms.includes(id)}
      gone={texts.gone(id ?? "")}
      onClose={onClose}
    >
      <VersionPolicyEditor {...props} />
    </ResourceDrawer>
  );
}
