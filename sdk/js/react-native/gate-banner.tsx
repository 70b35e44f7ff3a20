import { type ReactElement, useEffect } from "react";
import { AccessibilityInfo, ScrollView, StyleSheet, Text, View } from "react-native";
import type { GateView } from "../react/gate-provider.tsx";
import { useGateActions } from "../react/use-gate-actions.ts";
import { printWindowTime } from "../texts/window-time.ts";
import { GateButton } from "./gate-button.tsx";
import { type GateColors, useGateColors } from "./gate-colors.ts";

export interface GateBannerProps extends GateView {
  readonly colors?: Partial<GateColors> | undefined;
  readonly onUpdate?: (() => boolean | Promise<boolean>) | undefined;
}

/** A card at the bottom of the app, for as long as the state says so: an announced window, or a newer version. */
export function GateBanner({ state, client, found, colors: own, onUpdate }: GateBannerProps): ReactElement {
  const { status, title, message, window, storeLink } = state;
  const { words, direction } = found;
  const colors = useGateColors(own);
  const { notice, update } = useGateActions(client, onUpdate);
  useEffect(() => AccessibilityInfo.announceForAccessibility(`${title} ${message}`), [title, message]);
  const isAnnounced = status === "announced";
  const start = isAnnounced && window ? printWindowTime(found, "starts", window.start) : null;
  const hasUpdate = !isAnnounced && (onUpdate !== undefined || storeLink !== null);
  const text = [styles.text, { color: colors.text }];
  return (
    <View style={[styles.banner, { backgroundColor: colors.background, borderColor: colors.text, direction }]}>
      <ScrollView contentContainerStyle={styles.content}>
        <Text style={[...text, styles.title]}>{title}</Text>
        <Text style={text}>{message}</Text>
        {start === null ? null : <Text style={text}>{start}</Text>}
        {notice === null ? null : <Text style={text}>{words[notice]}</Text>}
      <View style={styles.actions}>
        {hasUpdate ? <GateButton label={words.update} kind="primary" colors={colors} onPress={update} /> : null}
        <GateButton
          label={isAnnounced ? words.dismiss : words.later}
          kind="secondary"
          colors={colors}
          onPress={() => client.later()}
        />
        {isAnnounced ? null : (
          <GateButton label={words.skip} kind="secondary" colors={colors} onPress={() => client.skip()} />
        )}
      </View>
      </ScrollView>
    </View>
  );
}

// Clear of the home indicator and of the buttons of the system, whatever the app does about safe areas.
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
