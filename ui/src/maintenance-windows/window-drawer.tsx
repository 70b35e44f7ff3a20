import { useQuery } from "@tanstack/react-query";
import { LoadingState } from "../elements/loading-state.tsx";
import { ResourceDrawer } from "../elements/resource-drawer.tsx";
import { type WindowDrawerProps, WindowEditor } from "./window-editor.tsx";
import { windowListQuery } from "./window-list.ts";
import { windowTexts as texts } from "./window-texts.ts";

export type { WindowBeginning } from "./window-form.ts";

/** Callers change `key` together with `id` or the beginning. */
export function WindowDrawer(props: WindowDrawerProps) {
  const { project, id, window, onClose } = props;
  const list = useQuery(windowListQuery(project));
  // The suggested id must be unused, so wait for the list.
  const isReady = id !== null || list.data !== undefined || list.error !== null;
  return (
    <ResourceDrawer
      size="40rem"
      title={id === null ? texts.titleNew : texts.titleEdit(id)}
      isThere={id === null || window !== null}
      gone={texts.gone(id ?? "")}
      onClose={onClose}
    >
      {isReady ? <WindowEditor {...props} taken={(list.data ?? []).map((each) => each.id)} /> : <LoadingState />}
    </ResourceDrawer>
  );
}
