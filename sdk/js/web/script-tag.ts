/** `drawbridge-gate.js`, for pages without a bundler: its `<script>` has the options as attributes, such as `data-base-url`. */
import { type MountedGate, mountGate, type WebGateOptions } from "./index.ts";

export * from "./index.ts";

/** The gate of the options in the `<script>`; a page without any calls `mountGate` by itself. */
export let gate: MountedGate | undefined;

const { dataset = {} } = document.currentScript instanceof HTMLScriptElement ? document.currentScript : {};
/** In every build: a page without a bundler has no other sign of a wrong option. */
const onProblem: WebGateOptions["onProblem"] = ({ message }) => console.warn(`Drawbridge: ${message}`);
const mount = () => {
  gate = mountGate(document.body, { ...dataset, onProblem } as unknown as WebGateOptions);
};

if (Object.keys(dataset).length === 0) gate = undefined;
else if (document.body) mount();
else addEventListener("DOMContentLoaded", mount);
