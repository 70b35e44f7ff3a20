import { Popover, type PopoverProps } from "@mantine/core";
import classes from "./shell.module.css";

interface PanelProps extends PopoverProps {
  readonly name: string;
  readonly onClose: () => void;
}

export function Panel({ name, onClose, children, ...others }: PanelProps) {
  return (
    <Popover opened onChange={onClose} closeOnClickOutside={false} withRoles={false} trapFocus {...others}>
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown p="sm" role="dialog" aria-label={name}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
