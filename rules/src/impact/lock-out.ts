/** Percent. This file imports no zod, for the console. */
export const defaultLockOutLimit = 20;
