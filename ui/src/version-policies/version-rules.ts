/**
 * The rules of versions, from where the server has them: what is drawn here is decided by the code that answers apps, so that the
 * two cannot differ. It is the one door to that code, and lint keeps it at what is pure.
 */
export {
  type AppVersion,
  compareToBound,
  compareVersions,
  maxVersionLength,
  maxVersionNumber,
  parseAskedVersion,
  parseVersion,
} from "drawbridge-rules/versions/app-version.ts";
export { boundaryVersions, boundBelow, entryBounds } from "drawbridge-rules/versions/boundary-version.ts";
export { canonicalText } from "drawbridge-rules/versions/canonical-version.ts";
export { DecisionIndex } from "drawbridge-rules/versions/decision-index.ts";
export { builtInPlatforms, defaultStores, forces, isPlatformName, lacksUpdateLink } from "drawbridge-rules/versions/platform.ts";
export {
  isStepDue,
  laterStepTime,
  policyAfterStep,
  policyAt,
  policyBeforeStep,
  stepTime,
} from "drawbridge-rules/versions/policy-step.ts";
export { readLink } from "drawbridge-rules/versions/store-link.ts";
export type { StoreLinks } from "drawbridge-rules/versions/store-link-schema.ts";
export {
  matchesEntry,
  maxEntryLength,
  parseVersionEntry,
  spellEntry,
  type VersionEntry,
} from "drawbridge-rules/versions/version-entry.ts";
export {
  blocksEveryVersion,
  type CompiledPolicy,
  compilePolicy,
  decide,
  maxNotesLength,
  type PolicyStep,
  parsePolicy,
  type Release,
  type VersionPolicy,
  type VersionRule,
} from "drawbridge-rules/versions/version-policy.ts";
