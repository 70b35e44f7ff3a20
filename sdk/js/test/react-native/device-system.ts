/** Events of the system, as React Native would pass them to the app. */
import { jest } from "@jest/globals";
import { act } from "@testing-library/react-native";
import { AppState, BackHandler } from "react-native";

export type DeviceSystem = ReturnType<typeof listenToSystem>;

/** From now on until the mocks are restored. */
export function listenToSystem() {
  const back: (() => boolean | null | undefined)[] = [];
  const state: ((next: never) => void)[] = [];
  jest.spyOn(BackHandler, "addEventListener").mockImplementation((_, handler) => {
    back.push(handler as () => boolean);
    return { remove: () => back.splice(back.indexOf(handler as () => boolean), 1) } as never;
  });
  jest.spyOn(AppState, "addEventListener").mockImplementation((_, handler) => {
    state.push(handler as (next: never) => void);
    return { remove: () => state.splice(state.indexOf(handler as never), 1) } as never;
  });
  return {
    /** The last handler that returns true ends it; without one the system leaves the app. */
    pressBack: () => back.toReversed().some((handler) => handler()),
    /** The app comes to the foreground, or leaves it. */
    moveTo: async (next: "active" | "background") => {
      for (const handler of state) await act(async () => handler(next as never));
    },
    handlers: () => back.length,
  };
}
