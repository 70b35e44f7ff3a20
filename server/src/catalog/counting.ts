/** Which count a question belongs to. */
import type { KeyUse } from "../usage/key-use.ts";
import type { ReadUsage } from "../usage/read-usage.ts";
import type { Tally } from "../usage/tally.ts";

/** What counts a question. Whoever answers it counts it, once; one that nobody asked is not counted. */
export interface Counting {
  /** Of whoever asked. */
  readonly tally?: Tally;
  /** Of the version of the app; null: the question says nothing of it. */
  readonly versionTally?: Tally | null;
}

/** Of a question that was asked with a key. Whoever was let in and asks something wrong was let in. */
export function tallyOf(found: object, use: KeyUse, { anonymous }: ReadUsage): Tally {
  switch ("code" in found ? found.code : null) {
    case "unknown_api_key":
      return anonymous.unknown;
    case "expired_api_key":
      return use.refused("expired");
    case "revoked_api_key":
      return use.refused("revoked");
    case "key_not_allowed":
      return use.refused("not_allowed");
    default:
      return use.letIn;
  }
}
