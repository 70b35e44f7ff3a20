/**
 * The rules of versions, from where the server has them: what is drawn here is decided by the code that answers apps, so that the
 * two cannot differ. It is the one door to that code, and lint keeps it at what is pure.
 */
export {
  type AppVersion,
  compareToBound,
  compareVersions,
  largestNumber,
  longestVersion,
  parseVersion,
} from "../../../server/src/domain/app-version.ts";
export { boundaryVersions, boundsOf } from "../../../server/src/domain/boundary-version.ts";
export {
  everyProjectHas,
  forces,
  isPlatformName,
  lacksUpdateLink,
  type Platform,
  parsePlatform,
} from "../../../server/src/domain/platform.ts";
export { parseStoreLinks, type StoreLinks } from "../../../server/src/domain/store-link.ts";
export { longestEntry, matchesEntry, parseVersionEntry, type VersionEntry } from "../../../server/src/domain/version-entry.ts";
export {
  blocksEveryVersion,
  type CompiledPolicy,
  compilePolicy,
  decide,
  parsePolicy,
  type VersionPolicy,
  type VersionRule,
} from "../../../server/src/domain/version-policy.ts";
