import { Alert, Drawer } from "@mantine/core";
import { type ReactNode, useState } from "react";

interface ResourceDrawerProps {
  readonly title: string;
  readonly size?: string;
  readonly isThere: boolean;
  /** Replaces `children` if the resource did not exist when the drawer opened. */
  readonly gone: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ResourceDrawer({ isThere, gone, children, ...props }: ResourceDrawerProps) {
  const [wasThere] = useState(isThere);
  return (
    <Drawer opened {...props}>
      {wasThere || isThere ? children : <Alert color="gray">{gone}</Alert>}
    </Drawer>
  );
}
