/** The gate of React Native, by its test renderer. */
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { act, render, screen, userEvent } from "@testing-library/react-native";
import { useEffect, useState } from "react";
import { AccessibilityInfo, AppState, BackHandler, Linking, Platform, StyleSheet, Text, useColorScheme } from "react-native";
import { englishWords as words } from "../../texts/english-words.ts";
import { gateWords } from "../../texts/gate-words.ts";
import { settle } from "../virtual-clock.ts";
import { type DeviceSystem, listenToSystem } from "./device-system.ts";
import { type GateApp, openGateApp } from "./gate-app.tsx";

const forced = { answer: "forced" };
const titles = { forced: "Update required", maintenance: "Down for maintenance" };

afterEach(() => {
  jest.restoreAllMocks();
  jest.clearAllMocks();
});

function assertGate(title: string): void {
  expect(screen.getByRole("header", { name: title })).toBeOnTheScreen();
  expect(screen.queryByText("Acme Shop")).toBeNull();
  expect(screen.queryByLabelText("Search")).toBeNull();
}

/** Everything that closes a dialog on a phone. */
async function assertNotDismissible({ app }: GateApp, system: DeviceSystem, title: string): Promise<void> {
  assertGate(title);
  const exit = jest.spyOn(BackHandler, "exitApp").mockImplementation(() => {});
  await act(async () => {
    expect(system.pressBack()).toBe(true);
  });
  assertGate(title);
  expect(exit).toHaveBeenCalledTimes(1);
  await system.moveTo("background");
  assertGate(title);
  await system.moveTo("active");
  assertGate(title);
  await screen.rerender(app);
  assertGate(title);
  await screen.unmount();
  await render(app);
  assertGate(title);
}

describe.each(["forced", "maintenance"] as const)("a gate of %s", (answer) => {
  test("is not dismissed by the back button, by the app in the background, by coming back, or by mounting again", async () => {
    const system = listenToSystem();
    const app = await openGateApp({ behavior: { answer } });
    await assertNotDismissible(app, system, titles[answer]);
    app.server.behave({ fault: "gone" });
    await system.moveTo("active");
    assertGate(titles[answer]);
  });
});

/** A gate as it must not be. */
function DismissibleGate({ by }: { readonly by: "back" | "return" }) {
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    const back = BackHandler.addEventListener("hardwareBackPress", () => {
      if (by === "back") setClosed(true);
      else BackHandler.exitApp();
      return true;
    });
    const state = AppState.addEventListener("change", () => by === "return" && setClosed(true));
    return () => {
      back.remove();
      state.remove();
    };
  }, [by]);
  return isClosed ? <Text>Acme Shop</Text> : <Text accessibilityRole="header">Update required</Text>;
}

test.each(["back", "return"] as const)("a gate that is dismissed by %s would be noticed", async (by) => {
  const system = listenToSystem();
  const app = await openGateApp({ behavior: forced, render: () => <DismissibleGate by={by} /> });
  await expect(assertNotDismissible(app, system, "Update required")).rejects.toThrow(/Update required|Acme Shop/);
});

test("the gate covers the screen, is read aloud, and has its ways out: update, retry, support and the app's own", async () => {
  const announced = jest.spyOn(AccessibilityInfo, "announceForAccessibilityWithOptions");
  const focused = jest.spyOn(AccessibilityInfo, "sendAccessibilityEvent");
  const support = jest.spyOn(Linking, "openURL").mockResolvedValue(undefined);
  const { opened } = await openGateApp({ behavior: forced });
  expect(announced).toHaveBeenCalledWith("Version 2.3.0 can no longer be used.", { queue: true });
  expect(focused).toHaveBeenCalledTimes(1);
  expect(StyleSheet.flatten(screen.root?.props.style)).toMatchObject({
    position: "absolute",
    top: 0,
    right: 0,
    bottom: 0,
    left: 0,
  });
  expect(screen.getByText("Sign out")).toBeOnTheScreen();
  const user = userEvent.setup();
  await user.press(screen.getByRole("button", { name: words.update }));
  expect(opened).toEqual(["https://apps.apple.com/app/id123456789"]);
  await user.press(screen.getByRole("link", { name: words.support }));
  expect(support).toHaveBeenCalledWith("mailto:support@acme.example");
  await user.press(screen.getByRole("button", { name: words.retry }));
  expect(screen.getByText(words.unchanged)).toBeOnTheScreen();
  expect(announced).toHaveBeenCalledWith(words.unchanged, { queue: true });
});

test("the gate opens when the server says so, and leaves no handler of the back button behind", async () => {
  const system = listenToSystem();
  const { server } = await openGateApp({ behavior: { answer: "maintenance" } });
  expect(system.handlers()).toBe(1);
  server.behave({});
  await userEvent.setup().press(screen.getByRole("button", { name: words.retry }));
  expect(screen.getByText("Acme Shop")).toBeOnTheScreen();
  expect(system.handlers()).toBe(0);
});

test("the app in the background asks nothing, and coming back it asks immediately", async () => {
  const system = listenToSystem();
  const { server, clock } = await openGateApp({ behavior: {} });
  expect(server.seen).toHaveLength(1);
  await system.moveTo("background");
  await act(() => clock.advance(3_600_000));
  expect(server.seen).toHaveLength(1);
  server.behave(forced);
  await system.moveTo("active");
  await act(settle);
  expect(server.seen).toHaveLength(2);
  assertGate("Update required");
});

test("the gate follows the dark mode of the device, and shows the server's words first and the ways out in their order", async () => {
  jest.mocked(useColorScheme).mockReturnValue("dark");
  await openGateApp({ behavior: { answer: "maintenance" } });
  jest.mocked(useColorScheme).mockReturnValue("light");
  expect(StyleSheet.flatten(screen.root?.props.style)).toMatchObject({ backgroundColor: "#111111" });
  const lines = screen.getAllByText(/./).map(({ props }) => [props.children].flat().join(""));
  const [title, message, time, ...buttons] = lines;
  expect([title, message]).toEqual(["Down for maintenance", "Acme Europe will be back at 14:00."]);
  expect(time).toMatch(/^Expected end: .*, your time$/);
  expect(buttons).toEqual([words.retry, words.support, "Sign out"]);
});

test("a forced update without a link says whom to ask, and each text has its own language", async () => {
  await openGateApp({
    behavior: { ...forced, with: { store_link: null }, headers: { "content-language": "en" } },
    language: "zh-HK",
  });
  expect(screen.queryByRole("button", { name: gateWords["zh-Hant"]?.update ?? "" })).toBeNull();
  expect(screen.getByText(gateWords["zh-Hant"]?.askSupport ?? "")).toBeOnTheScreen();
  expect(screen.getByRole("header", { name: titles.forced }).props.accessibilityLanguage).toBe("en");
});

test("a device whose system is too old never sees Update, in any language, even if the app updates in its own way", async () => {
  for (const [language, own] of Object.entries(gateWords))
    for (const options of [{}, { update: () => true }]) {
      await openGateApp({ behavior: { ...forced, headers: { "drawbridge-os": "too_old" } }, language, options });
      assertGate(titles.forced);
      expect(screen.getByRole("button", { name: own.retry })).toBeOnTheScreen();
      for (const text of [own.update, own.askSupport]) expect(screen.queryByText(text)).toBeNull();
      await screen.unmount();
    }
});

test("the server learns the version of the device's system, or the one that the app names", async () => {
  const { server } = await openGateApp({ behavior: {} });
  expect(server.seen[0]?.query.os).toBe(String(Platform.Version));
  const { server: other } = await openGateApp({ behavior: {}, options: { os: "17.4" } });
  expect(other.seen[0]?.query.os).toBe("17.4");
});

test("while the work is saved, the screen says so in each language, and neither a button nor the back button leaves it", async () => {
  const exit = jest.spyOn(BackHandler, "exitApp").mockImplementation(() => {});
  for (const [language, own] of Object.entries(gateWords)) {
    const system = listenToSystem();
    const save = Promise.withResolvers<void>();
    await openGateApp({ behavior: forced, language, options: { beforeBlock: () => save.promise } });
    assertGate(titles.forced);
    expect(screen.getByText(own.saving)).toBeOnTheScreen();
    for (const role of ["button", "link"] as const) expect(screen.queryByRole(role)).toBeNull();
    expect(system.pressBack()).toBe(true);
    expect(exit).not.toHaveBeenCalled();
    await act(async () => save.resolve());
    expect(screen.queryByText(own.saving)).toBeNull();
    expect(screen.getByRole("button", { name: own.update })).toBeOnTheScreen();
    await screen.unmount();
  }
});

test("Arabic runs from right to left", async () => {
  await openGateApp({ behavior: forced, language: "ar-EG" });
  expect(StyleSheet.flatten(screen.root?.props.style)).toMatchObject({ direction: "rtl" });
  expect(screen.getByRole("button", { name: gateWords.ar?.update ?? "" })).toBeOnTheScreen();
});

test("a recommended update is a card in the app, until Later or Skip this version", async () => {
  for (const button of [words.later, words.skip]) {
    await openGateApp({ behavior: { answer: "recommended" } });
    expect(screen.getByText("Acme Shop")).toBeOnTheScreen();
    expect(screen.getByText("Update available")).toBeOnTheScreen();
    await userEvent.setup().press(screen.getByRole("button", { name: button }));
    expect(screen.queryByText("Update available")).toBeNull();
    await screen.unmount();
  }
});

test("an announced window is a card in the app, with the time of the device, until it is dismissed", async () => {
  await openGateApp({ behavior: { answer: "announced" } });
  expect(screen.getByText("Acme Shop")).toBeOnTheScreen();
  expect(screen.getByText(/^Starts .*, your time$/)).toBeOnTheScreen();
  await userEvent.setup().press(screen.getByRole("button", { name: words.dismiss }));
  expect(screen.queryByText("Planned maintenance")).toBeNull();
});
