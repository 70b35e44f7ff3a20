/** The page *Use it in React Native*, followed to the gate with its sample and a real server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { render, screen, userEvent } from "@testing-library/react-native";
import type { ComponentType } from "react";
import { listenToSystem } from "./device-system.ts";
import { type RunningServer, readPage, startServer } from "./running-server.ts";

const sample = join(__dirname, "..", "..", "..", "samples", "react-native");
const page = readPage("use-in-react-native.md");
/** The machine of a test can be busy. */
const patient = { timeout: 60_000 };
let server: RunningServer;
let key: string;

beforeAll(async () => {
  server = await startServer();
  const [project = "", create = ""] = page.commands;
  await server.command(project);
  [key = ""] = /dbr_\w+/.exec(await server.command(create)) ?? [];
});
afterAll(() => server.stop());

/** The sample with the server's address, on a device with its version 2.3.0. */
function loadApp(): ComponentType {
  const storage = { getItem: async () => null, setItem: async () => {} };
  jest.doMock("../../../samples/react-native/gate-settings.json", () => ({ baseUrl: `${server.url}/api/v1`, key }));
  jest.doMock("react-native-device-info", () => ({ getVersion: () => "2.3.0" }), { virtual: true });
  jest.doMock("@react-native-async-storage/async-storage", () => ({ __esModule: true, default: storage }), { virtual: true });
  return require("../../../samples/react-native/App.tsx").default;
}

test("the sample is the code of the page, with fewer than ten lines of the gate", () => {
  expect(readFileSync(join(sample, "App.tsx"), "utf8")).toBe(page.code);
  expect(page.code.split("\n").filter((line) => /gate|storage|version/i.test(line))).toHaveLength(9);
});

test("the app opens, and the gate covers it when the page has been followed and the app is opened again", async () => {
  const system = listenToSystem();
  const { now } = Date;
  let away = 0;
  jest.spyOn(Date, "now").mockImplementation(() => now() + away);
  const App = loadApp();
  await render(<App />);
  await screen.findByText("Acme Shop", {}, patient);
  await userEvent.setup().press(screen.getByText("0 in the cart"));
  expect(screen.getByText("1 in the cart")).toBeOnTheScreen();
  await system.moveTo("background");
  for (const command of page.commands.slice(2)) await server.command(command);
  // An answer that is still fresh would not be asked for again.
  away = 60_000;
  await system.moveTo("active");
  await screen.findByRole("header", { name: "Update required" }, patient);
  expect(screen.queryByText("Acme Shop")).toBeNull();
  // Ends the timers of the client, which lives as long as the app.
  await system.moveTo("background");
});
