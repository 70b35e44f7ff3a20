import { parentPort, workerData } from "node:worker_threads";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { type CheckMessage, type CheckWork, checkFile } from "./sqlite-check.ts";

function check({ file, named }: CheckWork): CheckMessage {
  try {
    return { content: checkFile(file, named) };
  } catch (error) {
    if (!(error instanceof DrawbridgeError)) throw error;
    return { problem: error.message };
  }
}

parentPort?.postMessage(check(workerData as CheckWork));
