import { bool, int, list, oneOf, string } from "@passwright/core";
import type { ValuesOf } from "@passwright/core";

/** Binaryen settings that are on or off. The settings have the same names in wasm-opt. */
export const SETTINGS = [
  "closed-world",
  "debug-info",
  "fast-math",
  "low-memory-unused",
  "traps-never-happen",
  "zero-filled-memory",
] as const;

/** Options that every Binaryen pass has. The default levels are the same as in binaryen.js (`-Os`). */
export const everyPass = {
  optimize: int(2, "how much to optimize for speed, 0 to 4", { min: 0, max: 4 }),
  shrink: int(1, "how much to optimize for size, 0 to 2", { min: 0, max: 2 }),
  settings: list(oneOf(SETTINGS, SETTINGS[0], "a setting"), "assumptions and permissions"),
  arguments: list(string("", "`key@value`"), "additional arguments, in the form of wasm-opt's --pass-arg"),
};

/** Option of passes that require an argument. */
export const withArgument = { argument: string("", "the argument of the pass") };

/** Options of inlining passes. */
export const inlining = {
  "always-inline-max-size": int(2, "functions up to this size are always inlined"),
  "flexible-inline-max-size": int(20, "functions up to this size are inlined at -O3 if they are simple"),
  "one-caller-inline-max-size": int(
    -1,
    "functions up to this size are inlined if they have one caller; -1 for any size",
  ),
  "inline-functions-with-loops": bool(false, "whether functions with loops are inlined"),
  "partial-inlining-ifs": int(0, "maximum number of leading conditions to inline"),
};

/** Inlining passes. */
export const INLINERS: ReadonlySet<string> = new Set(["inlining", "inlining-optimizing"]);

/** Values of the options of any pass of Binaryen. Options that a pass does not have are absent. */
export type NativeOptions = ValuesOf<typeof everyPass> &
  Partial<ValuesOf<typeof withArgument>> &
  Partial<ValuesOf<typeof inlining>>;
