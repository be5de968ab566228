import { loadBinaryen } from "@passwright/plugin-binaryen";
import type binaryen from "binaryen";

export type Binaryen = typeof binaryen;

// The adapter must load the library first: it can capture output of the library only if it starts the library.
await loadBinaryen();

/** The library itself, for tests that do the work of passes by direct calls. */
export default (await import("binaryen")).default as Binaryen;
