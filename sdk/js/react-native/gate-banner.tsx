import { type ReactElement, useEffect } from "react";
import { AccessibilityInfo, ScrollView, StyleSheet, Text, View } from "react-native";
import { useGateActions } from "../react/use-gate-actions.ts";
import { printGateLines } from "../texts/gate-lines.ts";
import type { GateView } from "../texts/gate-view.ts";
import { GateButton } from "./gate-button.tsx";
import { type GateColors, useGateColors } from "./gate-colors.ts";

export interface GateBannerProps extends GateView {
  readonly colors?: Partial<GateColors> | undefined;
}

/** A card at the bottom of the app, while the state requires it: an announced window, or a newer version. */
export function GateBanner({ colors: own, ...gate }: GateBannerProps): ReactElement {
  const { state, client, words, direction } = gate;
  const { title, titleLanguage, message, messageLanguage, time } = printGateLines(state, gate);
  const colors = useGateColors(own);
  const { notice, update } = useGateActions(client);
  useEffect(() => AccessibilityInfo.announceForAccessibility(`${title} ${message}`), [title, message]);
  const isUpdate = state.status === "recommended";
  const lines = [time, notice === null ? null : words[notice]].filter(Boolean);
  const text = [styles.text, { color: colors.text }];
  return (
    <View style={[styles.banner, { backgroundColor: colors.background, borderColor: colors.text, direction }]}>
      <ScrollView contentContainerStyle={styles.content}>
        <Text accessibilityLanguage={titleLanguage} style={[...text, styles.title]}>
          {title}
        </Text>
        {message === "" ? null : (
          <Text accessibilityLanguage={messageLanguage} style={text}>
            {message}
          </Text>
        )}
        {lines.map((line) => (
          <Text key={line} style={text}>
            {line}
          </Text>
        ))}
        <View style={styles.actions}>
          {isUpdate && state.canUpdate ? (
            <GateButton label={words.update} kind="primary" colors={colors} onPress={update} />
          ) : null}
          <GateButton
            label={isUpdate ? words.later : words.dismiss}
            kind="secondary"
            colors={colors}
            onPress={() => client.later()}
          />
          {isUpdate ? <GateButton label={words.skip} kind="secondary" colors={colors} onPress={() => client.skip()} /> : null}
        </View>
      </ScrollView>
    </View>
  );
}

// Clear of the home indicator and the system's buttons, whatever the app does about safe areas.
const aboveSystemBars = 56;

const styles = StyleSheet.create({
  banner: {
    position: "absolute",
    start: 16,
    end: 16,
    bottom: aboveSystemBars,
    maxHeight: "60%",
    borderRadius: 12,
    borderWidth: 1,
    zIndex: 1,
  },
  content: { gap: 4, padding: 16 },
  title: { fontWeight: "700" },
  text: { fontSize: 16, lineHeight: 24 },
  actions: { flexDirection: "row", flexWrap: "wrap", gap: 8, marginTop: 8 },
});
