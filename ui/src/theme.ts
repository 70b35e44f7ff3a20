import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { sharedTexts } from "./texts/shared-texts.ts";

const closeButton = { "aria-label": sharedTexts.actions.close };
const fontSizes = { xs: "0.75rem", sm: "0.875rem", md: "1rem", lg: "1.25rem", xl: "2rem" };
const lineHeights = { xs: "1.3333", sm: "1.4286", md: "1.5", lg: "1.4", xl: "1.25" };
const medium = "500";
const strong = "600";

/** Shade 7 is filled in light mode, 6 in dark; text has 8 and 2. */
const roles = {
  accent: ["#eef3ff", "#dce6ff", "#b9ccfd", "#92aef9", "#6f92f3", "#5279ea", "#3f69e0", "#2f5bd7", "#2449b0", "#1a3683"],
  /** Apps are closed or locked out now; the confirmation that closes them. */
  closed: ["#fff0ef", "#ffdcd9", "#ffb5af", "#fb8a82", "#f2635b", "#e04a44", "#cf3833", "#bf2a28", "#991d1d", "#731414"],
  /** Over time, over a limit, expiring, or wrong in a form. */
  caution: ["#fff6e5", "#ffe8bf", "#fdd289", "#f8b94f", "#e8a02a", "#cc8417", "#a7660b", "#935705", "#744400", "#573200"],
  /** Apps are open, and may run. */
  open: ["#e9f8ef", "#cfeedb", "#a2dcb9", "#70c694", "#45ae72", "#2b945b", "#1c7f4b", "#156d3f", "#0f5430", "#0a3d23"],
  planned: ["#f0f4f9", "#dfe7f0", "#c1cede", "#9eb1c8", "#7f96b2", "#667f9e", "#566d8c", "#475d7b", "#384a63", "#29384c"],
  gray: ["#f7f8fa", "#eff1f5", "#e3e7ed", "#d2d8e1", "#b4bdca", "#8a95a6", "#667184", "#4d5768", "#343c4a", "#1b212c"],
} as const satisfies Record<string, MantineColorsTuple>;

/** 8 is the page, 7 a card, 6 a control or menu: higher is lighter. */
const dark = [
  "#e7eaf0",
  "#bcc3cf",
  "#a3abb9",
  "#717a8a",
  "#464d5b",
  "#363c49",
  "#272c37",
  "#1b1f27",
  "#13161c",
  "#0d0f14",
] as const satisfies MantineColorsTuple;

const caption = { fontSize: fontSizes.xs, lineHeight: lineHeights.xs };
const dialog = {
  title: { fontSize: fontSizes.md, lineHeight: lineHeights.md, fontWeight: strong },
  content: { border: "1px solid var(--mantine-color-default-border)" },
};
/** In a dialog, screen readers do not look outside. */
const beside = { withinPortal: false, floatingStrategy: "fixed" } as const;
const heading = (size: "xs" | "sm" | "md" | "lg" | "xl") => ({ fontSize: fontSizes[size], lineHeight: lineHeights[size] });

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 6 },
  colors: { ...roles, dark },
  white: "#ffffff",
  black: roles.gray[9],
  respectReducedMotion: true,
  cursorType: "pointer",
  defaultRadius: "md",
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: "ui-monospace, Menlo, Consolas, monospace",
  fontSizes,
  lineHeights,
  fontWeights: { medium, bold: strong },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  headings: {
    fontWeight: strong,
    sizes: { h1: heading("lg"), h2: heading("md"), h3: heading("sm"), h4: heading("sm"), h5: heading("sm"), h6: heading("sm") },
  },
  // Plain objects: `Button.extend` would load each component with the first page.
  components: {
    Combobox: { defaultProps: beside },
    Popover: { defaultProps: beside },
    Tooltip: { defaultProps: beside },
    // A label takes two lines in large text and on a phone.
    SegmentedControl: { defaultProps: { styles: { label: { whiteSpace: "normal", overflow: "visible" } } } },
    // Otherwise each dialog would add a banner landmark.
    DrawerHeader: { defaultProps: { role: "presentation" } },
    ModalHeader: { defaultProps: { role: "presentation" } },
    DrawerCloseButton: { defaultProps: closeButton },
    ModalCloseButton: { defaultProps: closeButton },
    // The library's color has too little contrast.
    Notification: {
      defaultProps: { closeButtonProps: closeButton, styles: { description: { color: "var(--mantine-color-dimmed)" } } },
    },
    ActionIcon: { defaultProps: { size: "lg" } },
    Alert: {
      vars: (_theme: unknown, { color = "accent" }: { readonly color?: string }) => ({
        root: {
          "--alert-bg": `color-mix(in srgb, var(--mantine-color-${color}-filled) 8%, var(--mantine-color-body))`,
          "--alert-bd": `1px solid color-mix(in srgb, var(--mantine-color-${color}-filled) 45%, transparent)`,
          "--alert-color": `var(--mantine-color-${color}-light-color)`,
        },
      }),
      styles: { title: { fontWeight: strong } },
    },
    Avatar: { styles: { placeholder: { ...caption, fontWeight: strong } } },
    // The library's sizes are 9 to 16 px, in capitals.
    Badge: {
      defaultProps: { variant: "light" },
      styles: { root: { textTransform: "none" }, label: { ...caption, fontWeight: medium } },
    },
    // Only the main one of a screen or a dialog is filled.
    Button: { defaultProps: { size: "sm", variant: "default" }, styles: { label: { fontWeight: medium } } },
    Drawer: {
      defaultProps: { position: "right", size: "32rem", overlayProps: { backgroundOpacity: 0.35 } },
      styles: dialog,
    },
    InputDescription: { styles: { description: caption } },
    InputError: { styles: { error: caption } },
    Kbd: { styles: { root: { ...caption, fontWeight: medium } } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.35 } }, styles: dialog },
    Pill: { styles: { root: caption } },
    Text: { defaultProps: { size: "sm" } },
  },
});

function textVariables(scheme: "light" | "dark"): Record<`--${string}`, string> {
  const shade = { light: 8, dark: 2 } as const;
  return Object.fromEntries(
    Object.entries(roles).map(([name, shades]) => [`--mantine-color-${name}-light-color`, shades[shade[scheme]]]),
  );
}

/** The library's dimmed colors have too little contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...textVariables("light"),
    "--mantine-color-body": "#ffffff",
    "--mantine-color-text": roles.gray[9],
    "--mantine-color-dimmed": "#596375",
    "--mantine-color-disabled-color": "#596375",
    "--mantine-color-placeholder": "#636d80",
    "--mantine-color-error": roles.caution[8],
    "--mantine-color-anchor": roles.accent[7],
    "--mantine-color-default-border": roles.gray[3],
    "--mantine-color-default-hover": roles.gray[1],
    "--console-ground": roles.gray[0],
    "--console-selected": roles.gray[2],
    "--console-added": "#e2f3e8",
    "--console-removed": "#fbe9e8",
    "--console-removed-text": roles.closed[8],
  },
  dark: {
    ...textVariables("dark"),
    "--mantine-color-body": dark[7],
    "--mantine-color-text": dark[0],
    "--mantine-color-dimmed": dark[2],
    "--mantine-color-disabled-color": dark[2],
    "--mantine-color-placeholder": dark[2],
    "--mantine-color-error": roles.caution[2],
    "--mantine-color-anchor": roles.accent[3],
    "--mantine-color-default": dark[6],
    "--mantine-color-default-border": dark[5],
    "--mantine-color-default-hover": dark[5],
    "--console-ground": dark[8],
    "--console-selected": dark[5],
    "--console-added": "#16331f",
    "--console-removed": "#3a1f1d",
    "--console-removed-text": roles.closed[2],
  },
});
