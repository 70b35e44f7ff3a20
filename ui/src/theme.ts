/** Theme of the console: calm and dense, with a contrast of at least 4.5 for all text, in light and dark. */
import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Modal,
  NativeSelect,
  Select,
  Textarea,
  TextInput,
} from "@mantine/core";
import { sharedTexts } from "./texts/shared-texts.ts";

const closeButton = { "aria-label": sharedTexts.actions.close };
const dialog = { title: { fontSize: "1.0625rem", fontWeight: 650 } };

export const theme = createTheme({
  primaryColor: "bridge",
  primaryShade: { light: 7, dark: 6 },
  colors: {
    bridge: ["#ecf6f2", "#d8ebe4", "#b1d8ca", "#8fd3bd", "#62b197", "#45987d", "#32806a", "#245f50", "#1a4a3e", "#10322a"],
    // A tint of the same green, so that backgrounds and lines match it.
    dark: ["#e8eeeb", "#b9c5c0", "#a6b3ae", "#6f7d77", "#45524d", "#364039", "#232b28", "#1a211f", "#141a18", "#0f1412"],
  },
  white: "#ffffff",
  black: "#1a2421",
  respectReducedMotion: true,
  cursorType: "pointer",
  defaultRadius: "md",
  fontFamily: "system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, Menlo, Consolas, monospace",
  headings: {
    fontWeight: "650",
    sizes: { h1: { fontSize: "1.5rem" }, h2: { fontSize: "1.25rem" }, h3: { fontSize: "1.0625rem" } },
  },
  components: {
    // Rendered beside its trigger: in a dialog, screen readers do not look outside.
    Combobox: { defaultProps: { withinPortal: false, floatingStrategy: "fixed" } },
    Menu: { defaultProps: { withinPortal: false, floatingStrategy: "fixed" } },
    Popover: { defaultProps: { withinPortal: false, floatingStrategy: "fixed" } },
    Tooltip: { defaultProps: { withinPortal: false, floatingStrategy: "fixed" } },
    // In large text and on a phone a label takes two lines, and is not cut off.
    SegmentedControl: { defaultProps: { styles: { label: { whiteSpace: "normal", overflow: "visible" } } } },
    // Otherwise each dialog would add a second banner landmark.
    DrawerHeader: { defaultProps: { role: "presentation" } },
    ModalHeader: { defaultProps: { role: "presentation" } },
    DrawerCloseButton: { defaultProps: closeButton },
    ModalCloseButton: { defaultProps: closeButton },
    // The library's own color has too little contrast.
    Notification: {
      defaultProps: { closeButtonProps: closeButton, styles: { description: { color: "var(--mantine-color-dimmed)" } } },
    },
    ActionIcon: ActionIcon.extend({ defaultProps: { size: "lg" } }),
    Button: Button.extend({ defaultProps: { size: "sm" } }),
    Drawer: Drawer.extend({
      defaultProps: { position: "right", size: "32rem", overlayProps: { backgroundOpacity: 0.35 } },
      styles: dialog,
    }),
    Modal: Modal.extend({ defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.35 } }, styles: dialog }),
    TextInput: TextInput.extend({ defaultProps: { size: "sm" } }),
    Textarea: Textarea.extend({ defaultProps: { size: "sm" } }),
    Select: Select.extend({ defaultProps: { size: "sm", comboboxProps: { shadow: "md" } } }),
    NativeSelect: NativeSelect.extend({ defaultProps: { size: "sm" } }),
  },
});

/** Colored text on a pale background of the same color. */
const texts = {
  light: {
    bridge: "#1a4a3e",
    red: "#8f1616",
    orange: "#7a3300",
    yellow: "#5f4300",
    green: "#124a27",
    blue: "#0f4880",
    gray: "#45524d",
  },
  dark: {
    bridge: "#b1d8ca",
    red: "#ffb8b1",
    orange: "#ffcb9a",
    yellow: "#ffe28a",
    green: "#bfe9cc",
    blue: "#b5d8fb",
    gray: "#d3dbd7",
  },
} as const;

/** Buttons with white text. */
const danger = { "--mantine-color-red-filled": "#bf2626", "--mantine-color-red-filled-hover": "#a31e1e" } as const;

function textVariables(scheme: keyof typeof texts): Record<`--${string}`, string> {
  return Object.fromEntries(Object.entries(texts[scheme]).map(([name, color]) => [`--mantine-color-${name}-light-color`, color]));
}

/** The library's dimmed colors have too little contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...textVariables("light"),
    ...danger,
    "--mantine-color-body": "#ffffff",
    "--mantine-color-text": "#1a2421",
    "--mantine-color-dimmed": "#55625d",
    "--mantine-color-disabled-color": "#5a6762",
    "--mantine-color-placeholder": "#667069",
    "--mantine-color-error": "#ab1f1f",
    "--mantine-color-anchor": "#245f50",
    "--mantine-color-default-border": "#cbd3cf",
    "--mantine-color-default-hover": "#f3f6f4",
    "--console-ground": "#f3f5f4",
    "--console-added": "#e2f3e8",
    "--console-added-text": "#124a27",
    "--console-removed": "#fbe9e8",
    "--console-removed-text": "#7a1717",
  },
  dark: {
    ...textVariables("dark"),
    ...danger,
    "--mantine-color-body": "#1a211f",
    "--mantine-color-text": "#e8eeeb",
    "--mantine-color-dimmed": "#a6b3ae",
    "--mantine-color-disabled-color": "#a6b3ae",
    "--mantine-color-placeholder": "#94a29c",
    "--mantine-color-error": "#ffa9a1",
    "--mantine-color-anchor": "#8fd3bd",
    "--mantine-color-default-border": "#3d4a45",
    "--mantine-color-default-hover": "#232c29",
    "--console-ground": "#121816",
    "--console-added": "#16331f",
    "--console-added-text": "#bfe9cc",
    "--console-removed": "#3a1f1d",
    "--console-removed-text": "#ffc9c3",
  },
});
