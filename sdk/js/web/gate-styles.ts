/**
 * Inline styles: they need no CSS framework, and scripts set them, which a policy without `unsafe-inline` allows. Colors are the
 * browser's own for light, dark and forced colors; lengths follow the size of text; start and end follow its direction. Apps set the
 * custom properties.
 */

export type GateStyle = Readonly<Partial<Record<keyof CSSStyleDeclaration, string | number>>>;

/** At least the browser's size, also in apps that make the root smaller to count in tens of pixels. */
const textSize = "max(1rem, 16px)";

const surface: GateStyle = {
  boxSizing: "border-box",
  fontFamily: "var(--drawbridge-font, system-ui, sans-serif)",
  fontSize: textSize,
  fontWeight: 400,
  lineHeight: 1.5,
  letterSpacing: "normal",
  textAlign: "start",
  overflowWrap: "anywhere",
  hyphens: "auto",
  color: "var(--drawbridge-text, CanvasText)",
  background: "var(--drawbridge-background, Canvas)",
};

/** The highest of the page's layers; the screen is a modal dialog, and so above all of them. */
const onTop = 2_147_483_647;

export const screenStyle: GateStyle = {
  ...surface,
  colorScheme: "var(--drawbridge-color-scheme, light dark)",
  position: "fixed",
  inset: 0,
  zIndex: onTop,
  width: "100%",
  height: "100%",
  maxWidth: "none",
  maxHeight: "none",
  margin: 0,
  padding: 0,
  border: 0,
  // Libraries take it from the whole page while a dialog of theirs is open.
  pointerEvents: "auto",
  overflow: "auto",
  overscrollBehavior: "contain",
  display: "flex",
};

/** Auto margins center it, and unlike alignment leave its top reachable where it is higher than the screen. */
export const columnStyle: GateStyle = {
  boxSizing: "border-box",
  width: "100%",
  maxWidth: "34em",
  margin: "auto",
  paddingBlock: "max(24px, env(safe-area-inset-top)) max(24px, env(safe-area-inset-bottom))",
  paddingInline: "max(24px, env(safe-area-inset-left)) max(24px, env(safe-area-inset-right))",
  display: "flex",
  flexDirection: "column",
  gap: "1em",
};

/** Without an outline: it has the focus so that it is read aloud, and takes no keys. */
export const headingStyle: GateStyle = { margin: 0, fontSize: "1.625em", fontWeight: 700, lineHeight: 1.25, outline: "none" };

export const paragraphStyle: GateStyle = { margin: 0, whiteSpace: "pre-line" };

export const bannerTitleStyle: GateStyle = { ...paragraphStyle, fontWeight: 700 };

export const actionsStyle: GateStyle = { display: "flex", flexDirection: "column", gap: "0.75em", marginBlockStart: "0.5em" };

const button: GateStyle = {
  boxSizing: "border-box",
  minHeight: "max(2.75em, 44px)",
  margin: 0,
  padding: "0.5em 1.25em",
  borderWidth: "1px",
  borderStyle: "solid",
  borderColor: "currentColor",
  borderRadius: "0.5em",
  font: "inherit",
  fontWeight: 600,
  textAlign: "center",
  textTransform: "none",
  cursor: "pointer",
};

export const primaryStyle: GateStyle = {
  ...button,
  color: "var(--drawbridge-button-text, Canvas)",
  background: "var(--drawbridge-button, CanvasText)",
  borderColor: "transparent",
};

export const secondaryStyle: GateStyle = { ...button, color: "inherit", background: "transparent" };

export const linkStyle: GateStyle = {
  ...secondaryStyle,
  display: "flex",
  alignItems: "center",
  justifyContent: "center",
  borderColor: "transparent",
  textDecoration: "underline",
};

/** Follows the color scheme of the page around it. */
export const bannerStyle: GateStyle = {
  ...surface,
  colorScheme: "var(--drawbridge-color-scheme, inherit)",
  position: "sticky",
  insetBlockStart: 0,
  insetInline: 0,
  zIndex: onTop,
  maxHeight: "50vh",
  overflow: "auto",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "0.75em 1.5em",
  padding: "12px 24px",
  borderBlockEnd: "1px solid currentColor",
};

export const bannerTextStyle: GateStyle = { flex: "1 1 16em" };

export const bannerActionsStyle: GateStyle = { display: "flex", flexWrap: "wrap", gap: "0.5em" };
