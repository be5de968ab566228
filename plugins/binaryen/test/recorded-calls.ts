import type { Binaryen } from "./binaryen.ts";

/**
 * One call with which AssemblyScript changes a setting of Binaryen: the function, such as `setShrinkLevel`, and its
 * arguments.
 */
export type Setting = readonly [name: string, ...values: readonly unknown[]];

/** Calls that AssemblyScript's `Module.optimize` makes: changes of settings, and one call that runs passes. */
export interface Recorded {
  readonly settings: readonly Setting[];
  readonly passes: readonly string[];
}

/** Settings of AssemblyScript's optimization. */
export interface Asked {
  readonly optimize: number;
  readonly shrink: number;
  readonly debug?: boolean;
  readonly zeroFilledMemory?: boolean;
  readonly lowMemoryUnused?: boolean;
  readonly features?: number;
}

interface AscModule {
  optimize(optimize: number, shrink: number, debug: boolean, zeroFilled: boolean): void;
}

const { Module } = (await import("assemblyscript" as string)) as unknown as {
  readonly Module: { readonly prototype: AscModule };
};

/** Runs AssemblyScript's own optimization on a module that only records the calls. */
export function recordCalls(asked: Asked): Recorded {
  const settings: Setting[] = [];
  let passes: readonly string[] = [];
  const notes = new Proxy(Module.prototype, {
    get(target, name) {
      if (name === "getFeatures") return () => asked.features ?? 0;
      if (name === "getLowMemoryUnused") return () => asked.lowMemoryUnused ?? false;
      if (name === "runPasses") return (list: readonly string[]) => void (passes = [...list]);
      if (name === "setPartialInliningIfs" || name === "optimize") return target[name as keyof AscModule];
      if (name === "clearPassArguments") return () => undefined;
      if (typeof name === "string" && name.startsWith("set")) {
        return (...values: readonly unknown[]) => void settings.push([name, ...values]);
      }
      throw new Error(`AssemblyScript asks its module for ${String(name)}, which is new`);
    },
  });
  notes.optimize(asked.optimize, asked.shrink, asked.debug ?? false, asked.zeroFilledMemory ?? false);
  return { settings, passes };
}

/**
 * Repeats recorded calls on a Binaryen module, without AssemblyScript: changes the settings, and runs the passes. With
 * `converge`, repeats the passes as long as the module gets smaller.
 */
export function runByHand(
  binaryen: Binaryen,
  bytes: Uint8Array,
  features: number,
  { settings, passes }: Recorded,
  { converge = false }: { readonly converge?: boolean } = {},
): Uint8Array {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(features);
  const setters = binaryen as unknown as { [name: string]: (...values: readonly unknown[]) => void };
  // Saves the values of all settings except pass arguments, which do not have a getter. The arguments are cleared
  // afterwards.
  const defaults = settings
    .filter(([name]) => name !== "setPassArgument")
    .map(([name]): Setting => [name, (setters[name.replace(/^set/, "get")] as unknown as () => unknown)()]);
  try {
    for (const [name, ...values] of settings) setters[name]?.(...values);
    module.runPasses(passes);
    let result = module.emitBinary();
    for (let before = converge ? Infinity : 0; result.length < before;) {
      before = result.length;
      module.runPasses(passes);
      result = module.emitBinary();
    }
    return result;
  } finally {
    for (const [name, ...values] of defaults) setters[name]?.(...values);
    binaryen.clearPassArguments();
    module.dispose();
  }
}
