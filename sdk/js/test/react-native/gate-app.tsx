/** An app behind the gate, with the real client; server and clock are those of the conformance kit. */
import { render } from "@testing-library/react-native";
import type { ReactElement, ReactNode } from "react";
import { Modal, Text, TextInput } from "react-native";
import type { Behavior, Kit } from "../../../conformance/scenario.ts";
import kitFile from "../../../conformance/scenarios.json";
import { createGate, Gate, GateProvider, type ReactNativeGateOptions } from "../../react-native/index.ts";
import { MemoryServer } from "../memory-server.ts";
import { VirtualClock } from "../virtual-clock.ts";

const kit = kitFile as unknown as Kit;

export interface GateApp {
  readonly server: MemoryServer;
  readonly clock: VirtualClock;
  /** Links that were opened. */
  readonly opened: readonly string[];
  readonly app: ReactElement;
}

function Shop() {
  return (
    <>
      <Text accessibilityRole="header">Acme Shop</Text>
      <TextInput accessibilityLabel="Search" />
      <Modal visible={false} />
    </>
  );
}

export interface GateAppOptions {
  readonly behavior: Behavior;
  readonly language?: string;
  readonly render?: () => ReactNode;
  readonly options?: Partial<ReactNativeGateOptions>;
}

export async function openGateApp({ behavior, language = "en", render: own, options }: GateAppOptions): Promise<GateApp> {
  const clock = new VirtualClock(Date.parse(kit.begin), 0);
  const server = new MemoryServer(kit, clock);
  server.behave(behavior);
  const opened: string[] = [];
  const client = createGate({
    baseUrl: "https://gate.example/api/v1",
    key: "dbr_test",
    version: "2.3.0",
    request: server.request,
    now: clock.deviceNow,
    schedule: clock.schedule,
    random: () => 0,
    openLink: (url) => void opened.push(url),
    ...options,
  });
  const app = (
    <GateProvider client={client} language={language}>
      <Gate support="mailto:support@acme.example" extras={<Text>Sign out</Text>} {...(own ? { render: own } : {})}>
        <Shop />
      </Gate>
    </GateProvider>
  );
  await render(app);
  return { server, clock, opened, app };
}
