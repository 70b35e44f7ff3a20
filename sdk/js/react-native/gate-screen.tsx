import { type ComponentRef, type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { AccessibilityInfo, BackHandler, Linking, ScrollView, StatusBar, StyleSheet, Text, View } from "react-native";
import { useGateActions } from "../react/use-gate-actions.ts";
import { printGateLines } from "../texts/gate-lines.ts";
import type { GateView } from "../texts/gate-view.ts";
import { GateButton } from "./gate-button.tsx";
import { type GateColors, useGateColors } from "./gate-colors.ts";

export interface GateScreenProps extends GateView {
  readonly support: string | undefined;
  readonly extras?: ReactNode;
  readonly colors?: Partial<GateColors> | undefined;
}

/** The screen of a blocked app. It is a view and no `Modal`, which the system's gestures could close. */
export function GateScreen({ support, extras, colors: own, ...gate }: GateScreenProps): ReactElement {
  const { state, client, words, direction } = gate;
  const { title, titleLanguage, message, messageLanguage, time } = printGateLines(state, gate);
  const { status, saving } = state;
  const colors = useGateColors(own);
  const { notice, retry, update } = useGateActions(client);
  const heading = useRef<ComponentRef<typeof Text>>(null);
  const said = saving ? "saving" : notice;
  useBackLeavesApp(!saving);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status or title is another screen, which is read aloud again.
  useEffect(() => {
    if (heading.current) AccessibilityInfo.sendAccessibilityEvent(heading.current, "focus");
    AccessibilityInfo.announceForAccessibilityWithOptions(message, { queue: true });
  }, [status, title]);
  useEffect(() => {
    if (said !== null) AccessibilityInfo.announceForAccessibilityWithOptions(words[said], { queue: true });
  }, [said, words]);
  const isUpdate = status === "update_required";
  const hasUpdate = isUpdate && state.canUpdate;
  const hasNote = isUpdate && !hasUpdate && !state.unsupported;
  const text = [styles.text, { color: colors.text }];
  return (
    <View style={[styles.screen, { backgroundColor: colors.background, direction }]} accessibilityViewIsModal>
      <ScrollView contentContainerStyle={styles.content} contentInsetAdjustmentBehavior="automatic">
        <Text
          ref={heading}
          accessibilityRole="header"
          accessibilityLanguage={titleLanguage}
          style={[styles.title, { color: colors.text }]}
        >
          {title}
        </Text>
        <Text accessibilityLanguage={messageLanguage} style={text}>
          {message}
        </Text>
        {time === null ? null : <Text style={text}>{time}</Text>}
        {hasNote ? <Text style={text}>{support ? words.askSupport : words.askProvider}</Text> : null}
        {saving ? null : (
          <>
            {hasUpdate ? <GateButton label={words.update} kind="primary" colors={colors} onPress={update} /> : null}
            <GateButton label={words.retry} kind={hasUpdate ? "secondary" : "primary"} colors={colors} onPress={retry} />
            {support ? (
              <GateButton label={words.support} kind="link" colors={colors} onPress={() => openSupport(support)} />
            ) : null}
            {extras}
          </>
        )}
        {said === null ? null : <Text style={text}>{words[said]}</Text>}
      </ScrollView>
    </View>
  );
}

/** The back button leaves the app, as on every first screen. Handlers of the app's own screens, added earlier, are not asked. */
function useBackLeavesApp(mayLeave: boolean): void {
  useEffect(() => {
    const subscription = BackHandler.addEventListener("hardwareBackPress", () => {
      if (mayLeave) BackHandler.exitApp();
      return true;
    });
    return () => subscription.remove();
  }, [mayLeave]);
}

/** A device without a mail program rejects `mailto:`. */
function openSupport(address: string): void {
  Linking.openURL(address).catch(() => undefined);
}

const styles = StyleSheet.create({
  screen: { ...StyleSheet.absoluteFill, zIndex: 1 },
  content: {
    flexGrow: 1,
    justifyContent: "center",
    gap: 16,
    width: "100%",
    maxWidth: 560,
    alignSelf: "center",
    paddingHorizontal: 24,
    paddingVertical: 24 + (StatusBar.currentHeight ?? 0),
  },
  title: { fontSize: 26, fontWeight: "700" },
  text: { fontSize: 16, lineHeight: 24 },
});
