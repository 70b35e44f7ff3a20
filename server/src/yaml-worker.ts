/** Reads one YAML text in a thread of its own: see yaml-aside.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { readYamlWhole } from "./manifest-file.ts";

parentPort?.postMessage(readYamlWhole(String(workerData)));
