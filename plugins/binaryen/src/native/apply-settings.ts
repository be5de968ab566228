import type { Binaryen } from "../binaryen.ts";
import { inlining, SETTINGS } from "./native-options.ts";
import type { NativeOptions } from "./native-options.ts";

/** Global settings of Binaryen that are saved and restored together. */
interface Switches {
  readonly optimize: number;
  readonly shrink: number;
  readonly settings: readonly boolean[];
  readonly sizes: readonly number[];
  readonly withLoops: boolean;
}

/**
 * Sets the options of a pass, calls `body`, and restores the previous options, because options are global in Binaryen.
 */
export function withSettings(binaryen: Binaryen, pass: string, options: NativeOptions, body: () => void): void {
  const before = read(binaryen);
  const texts = new Map<string, string | null>();
  const setArgument = (key: string, value: string): void => {
    if (!texts.has(key)) texts.set(key, binaryen.getPassArgument(key));
    binaryen.setPassArgument(key, value);
  };
  try {
    write(binaryen, switchesOf(options));
    if (options.argument !== undefined && options.argument !== "") setArgument(pass, options.argument);
    const ifs = options["partial-inlining-ifs"];
    if (ifs !== undefined) setArgument("partial-inlining-ifs", String(ifs));
    for (const text of options.arguments) {
      const [key = "", ...value] = text.split("@");
      setArgument(key, value.join("@"));
    }
    body();
  } finally {
    write(binaryen, before);
    for (const [key, value] of texts) binaryen.setPassArgument(key, value);
  }
}

function switchesOf(options: NativeOptions): Switches {
  const sizeOf = (name: "always-inline-max-size" | "flexible-inline-max-size" | "one-caller-inline-max-size"): number =>
    options[name] ?? inlining[name].default;
  return {
    optimize: options.optimize,
    shrink: options.shrink,
    settings: SETTINGS.map((name) => options.settings.includes(name)),
    sizes: [sizeOf("always-inline-max-size"), sizeOf("flexible-inline-max-size"), sizeOf("one-caller-inline-max-size")],
    withLoops: options["inline-functions-with-loops"] ?? false,
  };
}

function read(binaryen: Binaryen): Switches {
  return {
    optimize: binaryen.getOptimizeLevel(),
    shrink: binaryen.getShrinkLevel(),
    settings: [
      binaryen.getClosedWorld(),
      binaryen.getDebugInfo(),
      binaryen.getFastMath(),
      binaryen.getLowMemoryUnused(),
      binaryen.getTrapsNeverHappen(),
      binaryen.getZeroFilledMemory(),
    ],
    sizes: [
      binaryen.getAlwaysInlineMaxSize(),
      binaryen.getFlexibleInlineMaxSize(),
      binaryen.getOneCallerInlineMaxSize(),
    ],
    withLoops: binaryen.getAllowInliningFunctionsWithLoops(),
  };
}

function write(binaryen: Binaryen, { optimize, shrink, settings, sizes, withLoops }: Switches): void {
  const [closed = false, debug = false, fastMath = false, low = false, noTraps = false, zeros = false] = settings;
  const [always = 0, flexible = 0, oneCaller = 0] = sizes;
  binaryen.setOptimizeLevel(optimize);
  binaryen.setShrinkLevel(shrink);
  binaryen.setClosedWorld(closed);
  binaryen.setDebugInfo(debug);
  binaryen.setFastMath(fastMath);
  binaryen.setLowMemoryUnused(low);
  binaryen.setTrapsNeverHappen(noTraps);
  binaryen.setZeroFilledMemory(zeros);
  binaryen.setAlwaysInlineMaxSize(always);
  binaryen.setFlexibleInlineMaxSize(flexible);
  binaryen.setOneCallerInlineMaxSize(oneCaller);
  binaryen.setAllowInliningFunctionsWithLoops(withLoops);
}
