import { Tabs } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface ScreenTabsProps<Tab extends string> {
  readonly label: string;
  readonly tabs: Readonly<Record<Tab, string>>;
  readonly tab: Tab;
  readonly children: ReactNode;
}

/** `?tab=` names the shown tab. */
export function ScreenTabs<Tab extends string>({ label, tabs, tab, children }: ScreenTabsProps<Tab>) {
  const navigate = useNavigate();
  return (
    <Tabs value={tab} onChange={(chosen) => void navigate({ to: ".", search: { tab: chosen } as never })} keepMounted={false}>
      <Tabs.List aria-label={label}>
        {Object.entries<string>(tabs).map(([name, text]) => (
          <Tabs.Tab key={name} value={name}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} pt="lg">
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
