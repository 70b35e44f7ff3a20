import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { RemoveButton } from "../review/remove-button.tsx";
import { admin } from "../server-connection.ts";
import { windowTexts as texts } from "./window-texts.ts";

interface DeleteWindowProps {
  readonly project: string;
  readonly window: MaintenanceWindow;
  readonly onDone: () => void;
}

export function DeleteWindow({ project, window: { id, etag }, onDone }: DeleteWindowProps) {
  return (
    <RemoveButton
      project={project}
      title={texts.reviewDelete(id)}
      etag={etag}
      readEtag={async () => (await admin.getMaintenanceWindow({ project, window: id })).etag}
      request={(looked, options) => admin.deleteMaintenanceWindow({ project, window: id, etag: looked, ...options })}
      onDone={onDone}
    />
  );
}
