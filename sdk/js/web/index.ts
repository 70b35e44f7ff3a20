/** The gate of an app in a browser tab, whose update is a reload of the page. */
export { coverPage } from "./cover-page.ts";
export { createWebGate, type WebGateOptions } from "./create-web-gate.ts";
export { type MountedGate, type MountOptions, mountGate, type ScreenOptions } from "./mount-gate.ts";
export { watchPage } from "./watch-page.ts";
