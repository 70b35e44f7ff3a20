import type { ReactElement } from "react";
import { Pressable, StyleSheet, Text } from "react-native";
import type { GateColors } from "./gate-colors.ts";

export interface GateButtonProps {
  readonly label: string;
  readonly kind: "primary" | "secondary" | "link";
  readonly colors: GateColors;
  onPress(): void;
}

/** Grows with the size of text that users set on the device. */
export function GateButton({ label, kind, colors, onPress }: GateButtonProps): ReactElement {
  const isPrimary = kind === "primary";
  const frame = isPrimary
    ? { backgroundColor: colors.button, borderColor: colors.button }
    : { borderColor: kind === "link" ? "transparent" : colors.text };
  return (
    <Pressable
      accessibilityRole={kind === "link" ? "link" : "button"}
      onPress={onPress}
      style={({ pressed }) => [styles.button, frame, { opacity: pressed ? 0.7 : 1 }]}
    >
      <Text style={[styles.label, { color: isPrimary ? colors.buttonText : colors.text }, kind === "link" && styles.link]}>
        {label}
      </Text>
    </Pressable>
  );
}

const styles = StyleSheet.create({
  button: {
    minHeight: 48,
    justifyContent: "center",
    paddingHorizontal: 20,
    paddingVertical: 10,
    borderRadius: 8,
    borderWidth: 1,
  },
  label: { fontSize: 16, fontWeight: "600", textAlign: "center" },
  link: { textDecorationLine: "underline" },
});
