import { loadBinaryen } from "@passwright/plugin-binaryen";
import type binaryen from "binaryen";

export type Binaryen = typeof binaryen;

// The adapter first: it can only listen to what the library prints if it is the one to start it.
await loadBinaryen();

/** The library itself, to do by hand what passes do. */
export default (await import("binaryen")).default as Binaryen;
