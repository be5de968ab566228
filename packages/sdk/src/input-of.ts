import { isTable, readArgument } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { AssembleOptions } from "./assemble-options.ts";
import { thrownText } from "./cause.ts";
import { noContributions, readOwnerContributions, readPluginContributions } from "./contributions/read.ts";
import { contributionKeys } from "./contributions/schema.ts";
import { frameworkComplaints, optionComplaints, pluginComplaints } from "./define/check-shape.ts";
import { isFramework } from "./define/define-framework.ts";
import type { Framework } from "./define/define-framework.ts";
import { isPlugin } from "./define/define-plugin.ts";
import type { AssemblyInput, PluginPart } from "./stages/input.ts";
import * as errors from "./usage-errors.ts";

/** Input of an assembly, and the errors in the objects that were converted to this input. */
export interface InputResult {
  readonly input: AssemblyInput;
  readonly diagnostics: readonly Diagnostic[];
}

const OWNER = "program";

/**
 * Converts a framework and options to the input of an assembly.
 *
 * @throws UsageError PWL0606 if the framework or the options do not match their types.
 */
export function inputOf(framework: unknown, options: AssembleOptions<never>): InputResult {
  return readArgument("assemble", () => {
    if (!isFramework(framework))
      errors.refuseArgument("the first argument must be a framework", "pass the result of `defineFramework`");
    const given: unknown = options;
    if (!isTable(given))
      errors.refuseArgument("the second argument must be an object", "pass options: `{ plugins: [ … ] }`");
    const complaints = [
      ...frameworkComplaints(framework).map((what) => `framework \`${thrownText(framework.name)}\`: ${what}`),
      ...optionComplaints(options, contributionKeys, false),
    ];
    const isWrong = complaints.length > 0;
    const none: AssemblyInput = {
      framework: {
        // Replaces a framework of the wrong shape, which the stages cannot read.
        framework: isWrong ? { name: OWNER, ir: framework.ir, anchor: "any" } : (framework as Framework<object>),
        contributor: { kind: "framework", name: isWrong ? OWNER : framework.name },
        data: undefined,
        hasIr: true,
        ir: undefined,
      },
      plugins: [],
      pluginNames: [],
      owner: noContributions((isWrong ? undefined : options.name) ?? OWNER),
      ownPasses: [],
      requested: {},
      taps: {},
      instrumentations: [],
      keepDuplicates: false,
      host: {},
    };
    if (!isWrong) return withOptions(none, options);
    // Only data is read from options of the wrong shape, because it is checked while it is read.
    const { diagnostics } = readOwnerContributions(options, none.owner);
    const wrong = complaints.map((what) => errors.badArgument(what, "correct the argument"));
    return { input: none, diagnostics: [...wrong, ...diagnostics] };
  });
}

export function withOptions(input: AssemblyInput, options: Omit<AssembleOptions<never>, "name">): InputResult {
  const { taps, instrumentations = [], keepDuplicates = input.keepDuplicates } = options;
  const { contributions, requested, passes, diagnostics } = readOwnerContributions(options, input.owner);
  const { parts, ...added } = partsOf(options.plugins ?? [], input);
  return {
    input: {
      ...input,
      plugins: [...input.plugins, ...parts],
      pluginNames: [...new Set([...input.pluginNames, ...parts.map(({ contributor }) => contributor.name)])],
      owner: contributions,
      ownPasses: [...input.ownPasses, ...passes],
      requested: { ...input.requested, ...requested },
      taps: { ...input.taps, ...(taps as object | undefined) },
      instrumentations: [...input.instrumentations, ...instrumentations],
      keepDuplicates,
    },
    diagnostics: [...diagnostics, ...added.diagnostics],
  };
}

/**
 * Reads the plugins of a program and sorts the plugins by name, so that the order in the program does not matter. Refuses
 * names of other contributors: the framework, the program, and the plugins in `input`.
 */
function partsOf(
  plugins: unknown,
  input: AssemblyInput,
): {
  readonly parts: readonly PluginPart[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const parts = new Map<string, PluginPart>();
  const others = new Map([
    [input.owner.name, "the program and a plugin"],
    [input.framework.framework.name, "the framework and a plugin"],
    ...input.plugins.map(({ contributor }) => [contributor.name, errors.TWO_PLUGINS] as const),
  ]);
  const diagnostics: Diagnostic[] = [];
  const entries: readonly unknown[] = Array.isArray(plugins) ? plugins : [];
  entries.forEach((entry, index) => {
    const pair = (Array.isArray(entry) ? entry : [entry]) as unknown as readonly [unknown, object?];
    const [plugin, options = {}] = pair;
    if (!isPlugin(plugin) || !isTable(options) || pair.length > 2) {
      const what = `\`plugins[${index}]\` is neither a plugin nor \`[plugin, options]\``;
      return void diagnostics.push(errors.badArgument(what, "pass the result of `definePlugin`"));
    }
    const complaints = pluginComplaints(plugin).map((what) =>
      errors.badArgument(`\`plugins[${index}]\`: ${what}`, "correct the plugin"),
    );
    const { name } = plugin;
    if (complaints.length > 0) return void diagnostics.push(...complaints);
    if (name === undefined) return void diagnostics.push(errors.pluginWithoutName(index));
    const contributors = parts.has(name) ? errors.TWO_PLUGINS : others.get(name);
    if (contributors !== undefined) return void diagnostics.push(errors.nameTwice(name, contributors));
    const read = readArgument("definePlugin", () => readPluginContributions(plugin, name), { plugin: name });
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
  return { parts: sorted, diagnostics };
}
