import { Linking, Platform } from "react-native";
import { createGateClient } from "../core/create-gate-client.ts";
import type { GateClient } from "../core/gate-client.ts";
import type { GateOptions, GateStorage } from "../core/gate-options.ts";
import { findDeviceLanguage } from "./device-language.ts";

/** As `@react-native-async-storage/async-storage` and most others have it. */
export interface DeviceStorage {
  getItem(name: string): string | null | undefined | Promise<string | null | undefined>;
  setItem(name: string, value: string): unknown;
}

export interface ReactNativeGateOptions extends Omit<GateOptions, "platform" | "storage"> {
  /** Default: `ios` or `android`, by the device. */
  readonly platform?: string;
  /** Default: none, so that every start waits for the first answer, and a block ends with the process. */
  readonly storage?: DeviceStorage;
}

/** A client with the device's platform, system, language and way to open links. */
export function createGate({ storage, ...options }: ReactNativeGateOptions): GateClient {
  return createGateClient({
    platform: Platform.OS,
    os: String(Platform.Version),
    language: findDeviceLanguage(),
    openLink: (url) => Linking.openURL(url).then(() => true),
    ...options,
    ...(storage ? { storage: adaptStorage(storage) } : {}),
  });
}

function adaptStorage(storage: DeviceStorage): GateStorage {
  return {
    get: (name) => storage.getItem(name),
    set: (name, value) => storage.setItem(name, value),
  };
}
