import { suggest, UsageError } from "@passwright/core";
import type { Diagnostic, PassDefinition } from "@passwright/core";
import { OPTION_KEYS } from "./assemble-options.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import { noContributions, readOwnerContributions, readPluginContributions } from "./contributions/read.ts";
import { frameworkComplaints, isTable, pluginComplaints, tableOfFunctions } from "./define/check-shape.ts";
import { isFramework } from "./define/define-framework.ts";
import type { Framework } from "./define/define-framework.ts";
import { isPlugin } from "./define/define-plugin.ts";
import type { Plugin } from "./define/define-plugin.ts";
import type { AssemblyInput, PluginPart } from "./stages/input.ts";
import * as errors from "./usage-errors.ts";

/** Input of an assembly, and the errors in the objects from which the input was made. */
export interface InputResult {
  readonly input: AssemblyInput;
  readonly diagnostics: readonly Diagnostic[];
}

/** Default name of the contributor that calls `assemble`. */
const OWNER = "program";

/**
 * Converts a framework and options to the input of an assembly.
 *
 * @throws UsageError PWL0606 if the framework or the options do not match their types.
 */
export function inputOf(framework: unknown, options: AssembleOptions<never>): InputResult {
  const refuse = (what: string, help: string): never => {
    throw new UsageError(errors.badArgument(what, help));
  };
  if (!isFramework(framework))
    return refuse("the first argument must be a framework", "pass the result of `defineFramework`");
  if (!isTable(options)) return refuse("the second argument must be an object", "pass options: `{ plugins: [ … ] }`");
  const { name = OWNER, target, level, keepDuplicates = false, taps = {}, instrumentations = [] } = options;
  const ofFramework = frameworkComplaints(framework).map((what) => `framework \`${framework.name}\`: ${what}`);
  const ofTaps = tableOfFunctions(options.taps, "taps");
  const complaints = [...ofFramework, ...unknownKeys(options), ...ofTaps].map((what) =>
    errors.badArgument(what, "correct the argument"),
  );
  const { contributions, passes, diagnostics } = readOwnerContributions(options, name);
  const { parts, ...plugins } = partsOf(options.plugins ?? []);
  return {
    input: {
      framework: {
        framework: framework as Framework<object>,
        contributor: { kind: "framework", name: framework.name },
        data: undefined,
        hasIr: true,
        ir: undefined,
      },
      plugins: parts,
      pluginNames: parts.map(({ contributor }) => contributor.name),
      owner: diagnostics.length > 0 ? noContributions(name) : contributions,
      ownPasses: [...passes, ...plugins.passes],
      requested: { ...(target === undefined ? {} : { target }), ...(level === undefined ? {} : { level }) },
      taps,
      instrumentations,
      keepDuplicates,
      host: {},
    },
    diagnostics: [...complaints, ...diagnostics, ...plugins.diagnostics],
  };
}

function unknownKeys(options: object): string[] {
  return Object.keys(options)
    .filter((key) => !OPTION_KEYS.includes(key))
    .map((key) => {
      const similar = suggest(key, OPTION_KEYS);
      return `unknown option \`${key}\`${similar === undefined ? "" : `; did you mean \`${similar}\`?`}`;
    });
}

/** Plugin, alone or with its options. */
export type PluginEntry = Plugin | readonly [plugin: Plugin, options: { readonly [name: string]: unknown }];

/** Reads the plugins of a program and sorts the plugins by name, so that the order in the program does not matter. */
export function partsOf(plugins: unknown): {
  readonly parts: readonly PluginPart[];
  readonly passes: readonly PassDefinition<never>[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const parts = new Map<string, PluginPart>();
  const diagnostics: Diagnostic[] = [];
  const entries: readonly unknown[] = Array.isArray(plugins) ? plugins : [];
  if (entries !== plugins) diagnostics.push(errors.badArgument("`plugins` must be a list", "write `plugins: [ … ]`"));
  entries.forEach((entry, index) => {
    const [plugin, options = {}] = (Array.isArray(entry) ? entry : [entry]) as unknown as readonly [unknown, object?];
    if (!isPlugin(plugin) || !isTable(options)) {
      const help = "pass the result of `definePlugin`, alone or as `[plugin, options]`";
      return void diagnostics.push(errors.badArgument(`\`plugins[${index}]\` is not a plugin`, help));
    }
    const { name } = plugin;
    const complaints = pluginComplaints(plugin).map((what) =>
      errors.badArgument(`\`plugins[${index}]\`: ${what}`, "correct the plugin"),
    );
    if (complaints.length > 0) return void diagnostics.push(...complaints);
    if (name === undefined) return void diagnostics.push(errors.pluginWithoutName(index));
    if (parts.has(name)) return void diagnostics.push(errors.pluginTwice(name));
    const read = readPluginContributions(plugin, name);
    diagnostics.push(...read.diagnostics);
    parts.set(name, {
      contributor: { kind: "plugin", name },
      plugin: { ...plugin, passes: read.passes },
      isCode: true,
      data: read.contributions,
      options: options as { readonly [name: string]: unknown },
    });
  });
  const sorted = [...parts.values()].sort((left, right) => (left.contributor.name < right.contributor.name ? -1 : 1));
  return { parts: sorted, passes: [], diagnostics };
}
