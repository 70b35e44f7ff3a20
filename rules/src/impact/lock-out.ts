/** Percent of a platform's requests that a change may newly force to update, where the project sets no limit. Imports no zod. */
export const defaultLockOutLimit = 20;
