import AsyncStorage from "@react-native-async-storage/async-storage";
import { createGate, Gate, GateProvider } from "drawbridge-gate/react-native";
import { getVersion } from "react-native-device-info";
import settings from "./gate-settings.json";
import { Shop } from "./Shop";

const gate = createGate({ ...settings, version: getVersion(), storage: AsyncStorage });

export default function App() {
  return (
    <GateProvider client={gate}>
      <Gate support="mailto:support@acme.example">
        <Shop />
      </Gate>
    </GateProvider>
  );
}
