/* Errors of this package, PWL0001 to PWL0499. Errors about the contents of data are in data/errors.ts of the SDK. */

export * from "./code.ts";
export * from "./configs.ts";
export * from "./packages.ts";
