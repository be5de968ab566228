import { loadBinaryen } from "@passwright/plugin-binaryen";
import type binaryen from "binaryen";

export type Binaryen = typeof binaryen;

// The adapter must load the library before the tests do. Otherwise, the adapter cannot capture the output of the
// library.
await loadBinaryen();

/** The library, for tests that call the library directly instead of running passes. */
export default (await import("binaryen")).default as Binaryen;
