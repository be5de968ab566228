import { loadBinaryen } from "@passwright/plugin-binaryen";
import type binaryen from "binaryen";

export type Binaryen = typeof binaryen;

// The adapter must load the library before the tests do. It can capture the output of the library only if it starts the
// library itself.
await loadBinaryen();

/** The library itself, for tests that call it directly instead of running passes. */
export default (await import("binaryen")).default as Binaryen;
