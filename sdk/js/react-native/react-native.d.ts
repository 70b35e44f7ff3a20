/**
 * The part of React Native that the gate uses, so that the rest of the tree is checked without its 300 MB. The toolchain in `test/` checks
 * the same sources with the real types instead.
 */
declare module "react-native" {
  import type { ComponentType, FunctionComponent, ReactNode, Ref } from "react";

  type Style = Readonly<Record<string, unknown>> | false | readonly Style[];

  interface ViewProps {
    readonly style?: Style;
    readonly children?: ReactNode;
    readonly accessibilityViewIsModal?: boolean;
  }

  interface Subscription {
    remove(): void;
  }

  interface NativeElement {
    focus(): void;
  }

  export const Text: FunctionComponent<
    ViewProps & {
      readonly ref?: Ref<NativeElement>;
      readonly accessibilityRole?: "header";
      readonly accessibilityLanguage?: string | undefined;
    }
  >;
  export const View: ComponentType<ViewProps>;
  export const ScrollView: ComponentType<
    ViewProps & { readonly contentContainerStyle?: Style; readonly contentInsetAdjustmentBehavior?: "automatic" }
  >;
  export const Pressable: ComponentType<{
    readonly accessibilityRole: "button" | "link";
    readonly onPress: () => void;
    readonly style: (state: { readonly pressed: boolean }) => Style;
    readonly children?: ReactNode;
  }>;
  export const StyleSheet: {
    create<T>(styles: T): T;
    readonly absoluteFill: { readonly position: "absolute" };
  };
  export const StatusBar: { readonly currentHeight?: number };
  export const Platform: { readonly OS: string; readonly Version: string | number };
  export const I18nManager: { getConstants(): { readonly localeIdentifier?: string | null } };
  export const Linking: { openURL(url: string): Promise<unknown> };
  export const AccessibilityInfo: {
    sendAccessibilityEvent(view: NativeElement, event: "focus"): void;
    announceForAccessibility(text: string): void;
    announceForAccessibilityWithOptions(text: string, options: { readonly queue: boolean }): void;
  };
  export const BackHandler: {
    exitApp(): void;
    addEventListener(event: "hardwareBackPress", handler: () => boolean): Subscription;
  };
  export const AppState: { addEventListener(event: "change", handler: (next: string) => void): Subscription };
  export function useColorScheme(): string | null | undefined;
}
