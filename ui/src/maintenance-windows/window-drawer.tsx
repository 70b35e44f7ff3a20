import { Alert, Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadingState } from "../elements/loading-state.tsx";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { type WindowDrawerProps, WindowEditor } from "./window-editor.tsx";
import { windowListQuery } from "./window-list.ts";
import { windowTexts } from "./window-texts.ts";

export type { WindowBeginning } from "./window-form.ts";

/** With another `id` or beginning, it needs another `key` too. */
export function WindowDrawer(props: WindowDrawerProps) {
  const { project, id, window, onClose } = props;
  const texts = useTexts(windowTexts);
  const { actions } = useSharedTexts();
  // Whoever has it open while it is deleted keeps what they typed.
  const [wasThere] = useState(window !== null);
  const isThere = id === null || wasThere || window !== null;
  const list = useQuery(windowListQuery(project));
  // An id is suggested that nobody has.
  const isReady = id !== null || list.data !== undefined || list.error !== null;
  return (
    <Drawer
      opened
      onClose={onClose}
      size="40rem"
      title={id === null ? texts.titleNew : texts.titleEdit(id)}
      closeButtonProps={{ "aria-label": actions.close }}
    >
      {!isThere && <Alert color="gray">{texts.gone(id)}</Alert>}
      {isThere && !isReady && <LoadingState />}
      {isThere && isReady && <WindowEditor {...props} taken={(list.data ?? []).map((each) => each.id)} />}
    </Drawer>
  );
}
