import { Gate, GateProvider } from "drawbridge-gate/react";
import { createWebGate } from "drawbridge-gate/web";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { version } from "../package.json";
import App from "./App.tsx";
import "./index.css";

const gate = createWebGate({ baseUrl: import.meta.env.VITE_GATE_URL, key: import.meta.env.VITE_GATE_KEY, version });

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <GateProvider client={gate}>
      <Gate support="mailto:support@acme.example">
        <App />
      </Gate>
    </GateProvider>
  </StrictMode>,
);
