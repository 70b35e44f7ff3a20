import type { Instance } from "drawbridge-rules/wire/instance.ts";
import { RemoveButton } from "../review/remove-button.tsx";
import { admin } from "../server-connection.ts";
import { instanceTexts as texts } from "./instance-texts.ts";

interface DeleteInstanceProps {
  readonly project: string;
  readonly instance: Instance;
  readonly onDone: () => void;
}

export function DeleteInstance({ project, instance: { id, etag }, onDone }: DeleteInstanceProps) {
  return (
    <RemoveButton
      project={project}
      title={texts.reviewDelete(id)}
      etag={etag}
      readEtag={async () => (await admin.getInstance({ project, instance: id })).etag}
      request={(looked, options) => admin.deleteInstance({ project, instance: id, etag: looked, ...options })}
      onDone={onDone}
    />
  );
}
