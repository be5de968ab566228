/* Every error of this package. */

export * from "./arguments.ts";
export * from "./checks.ts";
export * from "./ends.ts";
export * from "./experiments.ts";
export * from "./files.ts";
export * from "./new.ts";
export * from "./opt.ts";
