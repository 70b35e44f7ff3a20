/** Checks one file in a thread of its own: see sqlite-check.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { DrawbridgeError } from "../../domain/errors.ts";
import { type CheckMessage, checkFile } from "./sqlite-check.ts";

function check(file: string): CheckMessage {
  try {
    return { content: checkFile(file) };
  } catch (error) {
    if (!(error instanceof DrawbridgeError)) throw error;
    return { problem: error.message };
  }
}

parentPort?.postMessage(check(String(workerData)));
