import { useColorScheme } from "react-native";

export interface GateColors {
  readonly text: string;
  readonly background: string;
  readonly button: string;
  readonly buttonText: string;
}

/** Contrast at least 15:1, of texts and of buttons. */
const light: GateColors = { text: "#111111", background: "#ffffff", button: "#111111", buttonText: "#ffffff" };
const dark: GateColors = { text: "#f5f5f5", background: "#111111", button: "#f5f5f5", buttonText: "#111111" };

/** Follows the light or dark mode of the device. */
export function useGateColors(own: Partial<GateColors> = {}): GateColors {
  return { ...(useColorScheme() === "dark" ? dark : light), ...own };
}
