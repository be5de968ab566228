import { describeThrown, errorDiagnostic, UsageError } from "@passwright/core";
import { unified } from "unified";
import type { PluggableList, Processor } from "unified";

/** unified plugin, with any types of settings and trees. */
export type AnyPlugin = (this: never, ...settings: never[]) => unknown;

/** unified processor, with any types of trees. */
export interface AnyProcessor {
  /** Returns a copy of the processor. The copy is not frozen. */
  (): unknown;
  /** Plugins with their settings. */
  readonly attachers: readonly (readonly unknown[])[];
}

/** Plugin in a list, with the transformer that the plugin returned to unified. */
export interface AttachedPlugin {
  readonly plugin: AnyPlugin;
  /** Function that changes a tree. `undefined` for a plugin that only extends the syntax. */
  readonly transformer: unknown;
  /**
   * Whether the first setting is a processor, on which the plugin runs a converted copy of the tree. The plugin then
   * does not replace the tree.
   */
  readonly isBridge: boolean;
}

/** Frozen processor with its plugins. */
export interface AttachedList {
  readonly processor: Processor;
  readonly plugins: readonly AttachedPlugin[];
  /** Last plugin that set the compiler. */
  readonly compilerPlugin: AnyPlugin | undefined;
  readonly hasParser: boolean;
  readonly hasCompiler: boolean;
}

/** Data of a processor in which plugins collect extensions of the syntax. */
const EXTENSIONS = ["micromarkExtensions", "fromMarkdownExtensions", "toMarkdownExtensions"];

/** Returns whether a value is a processor, and not a plugin or a list. */
export function isProcessor(value: unknown): value is AnyProcessor {
  return typeof value === "function" && "attachers" in value;
}

/**
 * Calls each plugin in a list or processor once, by freezing the processor. Records the transformer of each plugin, and
 * the plugin that set the compiler. Plugins that other plugins add with `this.use` are at the end of the list.
 *
 * @throws UsageError PWV0305 if a plugin throws an exception.
 */
export function attach(given: PluggableList | Processor): AttachedList {
  const processor = isProcessor(given) ? copyOf(given) : unified().use(given);
  const transformers: unknown[] = [];
  const { use } = processor.transformers;
  processor.transformers.use = (transformer) => {
    transformers[processor.freezeIndex] = transformer;
    return use(transformer);
  };
  let compiler: Processor["compiler"];
  let compilerPlugin: AnyPlugin | undefined;
  Object.defineProperty(processor, "compiler", {
    get: () => compiler,
    set(given: typeof compiler) {
      compiler = given;
      compilerPlugin = processor.attachers[processor.freezeIndex]?.[0] as AnyPlugin | undefined;
    },
  });
  try {
    processor.freeze();
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    const name = (processor.attachers[processor.freezeIndex]?.[0] as AnyPlugin | undefined)?.name ?? "";
    const what = name === "" ? "a plugin" : `plugin \`${name}\``;
    const message = `${what} in the list of plugins threw an exception: ${describeThrown(thrown)}`;
    const help = "list the function of the plugin without calling it, and check the settings of the plugin";
    throw new UsageError(errorDiagnostic("PWV0305", message, help), { cause: thrown });
  }
  const plugins = processor.attachers.flatMap(([plugin, first], index) =>
    first === false
      ? []
      : { plugin: plugin as AnyPlugin, transformer: transformers[index], isBridge: isProcessor(first) },
  );
  return {
    processor,
    plugins,
    compilerPlugin,
    // Also checks `Parser` and `Compiler`, which older plugins set.
    hasParser: (processor.parser ?? processor.Parser) !== undefined,
    hasCompiler: (processor.compiler ?? processor.Compiler) !== undefined,
  };
}

/**
 * Returns a copy of a processor, with its data. In the copy of a frozen processor, plugins add their extensions of the
 * syntax again, so the copy starts without extensions.
 */
function copyOf(given: Processor): Processor {
  const copy = given();
  const data = copy.data() as { [key: string]: unknown };
  if (given.frozen === true) for (const key of EXTENSIONS) delete data[key];
  return copy;
}
