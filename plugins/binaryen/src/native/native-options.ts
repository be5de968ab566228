import { bool, int, list, oneOf, string } from "@passwright/core";
import type { ValuesOf } from "@passwright/core";

/** What may be assumed and done, by wasm-opt's names. */
export const SETTINGS = [
  "closed-world",
  "debug-info",
  "fast-math",
  "low-memory-unused",
  "traps-never-happen",
  "zero-filled-memory",
] as const;

/** The options of every pass of Binaryen. The levels are what binaryen.js starts with: those of -Os. */
export const everyPass = {
  optimize: int(2, "how much to optimise for speed, 0 to 4", { min: 0, max: 4 }),
  shrink: int(1, "how much to optimise for size, 0 to 2", { min: 0, max: 2 }),
  settings: list(oneOf(SETTINGS, SETTINGS[0], "a setting"), "what may be assumed and done"),
  arguments: list(string("", "`key@value`"), "more arguments, as wasm-opt's --pass-arg takes them"),
};

/** The option of passes that take an argument. */
export const withArgument = { argument: string("", "what the pass takes") };

/** The options of passes that inline. */
export const inlining = {
  "always-inline-max-size": int(2, "functions up to this size are always inlined"),
  "flexible-inline-max-size": int(20, "and up to this size where they are light and -O3 is asked for"),
  "one-caller-inline-max-size": int(-1, "and up to this size where there is one caller; -1 for any"),
  "inline-functions-with-loops": bool(false, "also those with loops"),
  "partial-inlining-ifs": int(0, "how many conditions to inline of functions that start with them"),
};

/** The passes that inline. */
export const INLINERS: ReadonlySet<string> = new Set(["inlining", "inlining-optimizing"]);

/** The values of all these options, those that only some passes have left out where they do not have them. */
export type NativeOptions = ValuesOf<typeof everyPass> &
  Partial<ValuesOf<typeof withArgument>> &
  Partial<ValuesOf<typeof inlining>>;
