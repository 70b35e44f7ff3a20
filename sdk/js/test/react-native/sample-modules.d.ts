/** Packages of the sample that need a device; the test replaces them. */
declare module "@react-native-async-storage/async-storage" {
  const storage: { getItem(name: string): Promise<string | null>; setItem(name: string, value: string): Promise<void> };
  export default storage;
}
declare module "react-native-device-info" {
  export function getVersion(): string;
}
