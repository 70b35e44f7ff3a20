import { Drawing } from "../elements/icon.tsx";

const shapes: Readonly<Record<string, string>> = {
  ios: "M15.5 7.5c-1.4 0-2.3.9-3.5.9s-2-.9-3.4-.9C6.2 7.5 4.5 9.6 4.5 12.800c0 4 2.5 7.7 4.7 7.7 1 0 1.7-.6 2.8-.6s1.8.6 2.8.6c1.8 0 3.5-2.3 4.3-4.7-1.7-.7-2.6-2-2.6-3.7 0-1.5.8-2.6 2-3.3-.8-.9-1.9-1.3-3-1.300zM12 6.500c0-2 1.2-3.5 3-4",
  android: "M4 17c0-4.5 3.5-8 8-8s8 3.5 8 8zM7.5 9.800L5.5 6.500M16.5 9.800L18.5 6.500M9 13.500h.01M15 13.500h.01",
  huawei:
    "M12 20V9M12 20C8 19 5.5 15.5 6 10M12 20c4-1 6.5-4.5 6-10M12 20C6 20.5 3 18 2.5 14.500M12 20c6 .5 9-2 9.5-5.500M12 9c-1.8-1.5-1.8-4 0-5.5 1.8 1.5 1.8 4 0 5.500z",
  web: "M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M3.5 12h17M12 3.500c3 2.5 4 5.5 4 8.500s-1 6-4 8.500c-3-2.5-4-5.5-4-8.500s1-6 4-8.500z",
};
const phone = "M7 3h10v18H7zM11 18h2";

/** Hidden from screen readers: the name beside it says the same. */
export function PlatformGlyph({ platform }: { readonly platform: string }) {
  const shape = (Object.hasOwn(shapes, platform) && shapes[platform]) || phone;
  return <Drawing shape={shape} size={1.25} strokeWidth={1.5} style={{ flex: "none" }} />;
}
