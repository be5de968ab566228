import { passNames, refuse as refuseWith, UsageError } from "@passwright/sdk";
import type { PassDefinition } from "@passwright/sdk";
import type { Config, XastNode } from "svgo";
import { builtIns, findShipped, floatPrecision } from "./built-ins.ts";
import { fromSvgo } from "./from-svgo.ts";
import type { SvgoPlugin } from "./from-svgo.ts";

/** Plugin of an SVGO configuration, as a step of a pipeline. Presets are expanded. */
export interface ConfiguredStep {
  /** The pass. Absent if the preset disables the plugin, so that only its position is left. */
  readonly definition?: PassDefinition<XastNode>;
  readonly options: object;
  /** Name in preset-default, if the plugin comes from there. */
  readonly preset?: string;
  /** Whether the plugin's own precision has priority over the global precision. */
  readonly isPrecise: boolean;
}

interface Entry extends Pick<ConfiguredStep, "preset" | "isPrecise"> {
  readonly plugin: SvgoPlugin;
  /** Parameters. `false` if the preset disables the plugin. */
  readonly params: object | false;
}

/** Throws PWV0101. */
export function refuse(message: string, help: string): never {
  return refuseWith("PWV0101", `invalid configuration of SVGO: ${message}`, help);
}

interface PresetParams {
  readonly overrides?: { readonly [plugin: string]: object | false };
  readonly floatPrecision?: number;
}

function entriesOf(given: unknown): readonly Entry[] {
  const listed = typeof given === "string" ? { name: given } : given;
  const { name, params = {}, fn } = listed as Partial<SvgoPlugin> & { readonly params?: object };
  if (typeof name !== "string") refuse("a plugin has no name", "use a name, or `{ name, params }`");
  if (fn !== undefined) return [{ plugin: { name, fn }, params, isPrecise: false }];
  const shipped = findShipped(name);
  if (shipped === undefined)
    refuse(`unknown plugin \`${name}\``, "correct the name, or add a function `fn` to the plugin");
  const { plugins } = shipped;
  if (plugins === undefined) return [{ plugin: shipped, params, isPrecise: false }];
  const { overrides = {}, floatPrecision: precision } = params as PresetParams;
  // Configurations for SVGO 3 often contain `removeViewBox: false`, which SVGO 4 accepts with a warning.
  const isForeign = (one: string) => plugins.every((plugin) => plugin.name !== one);
  const foreign = Object.keys(overrides).find(
    (one) => isForeign(one) && (overrides[one] !== false || findShipped(one) === undefined),
  );
  if (foreign !== undefined)
    refuse(`\`${name}\` does not contain plugin \`${foreign}\``, `remove \`${foreign}\` from \`overrides\``);
  return plugins.map((plugin) => {
    const own = overrides[plugin.name] ?? {};
    const all = own && { ...(precision !== undefined && { floatPrecision: precision }), ...own };
    return { plugin, params: all, preset: plugin.name, isPrecise: own !== false && "floatPrecision" in own };
  });
}

/** Returns the pass of a built-in plugin, if these parameters can be its options. */
function builtInFor({ plugin, params }: Entry): PassDefinition<XastNode> | undefined {
  if (params === false || findShipped(plugin.name) !== plugin) return undefined;
  const found = builtIns.get(plugin.name);
  try {
    found?.create(params as never);
    return found;
  } catch (thrown) {
    if (thrown instanceof UsageError) return undefined;
    throw thrown;
  }
}

const KEYS = ["path", "plugins", "floatPrecision", "multipass", "js2svg", "datauri"];

/**
 * Returns the steps for an SVGO configuration, in its order, with presets expanded. Parameters become options of the
 * pass. Parameters that options cannot represent become fixed parameters of a separate pass.
 *
 * @throws UsageError PWV0101 for keys and plugins that SVGO does not know.
 */
export function stepsOf(config: Config): readonly ConfiguredStep[] {
  if (typeof config !== "object" || config === null)
    refuse("the configuration must be an object", "pass the object that svgo.config.mjs exports");
  const unknown = Object.keys(config).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) refuse(`unknown key \`${unknown}\``, `remove \`${unknown}\`, or correct it`);
  const { plugins = ["preset-default"] } = config;
  if (!Array.isArray(plugins)) refuse("`plugins` must be a list", 'write for example `plugins: ["preset-default"]`');
  const entries = plugins.filter((plugin) => plugin != null).flatMap(entriesOf);
  const steps = entries.map((entry) => ({ ...entry, definition: builtInFor(entry) }));
  const nameOf = passNames(steps.flatMap(({ definition }) => definition?.declaration.name ?? []));
  return steps.map(({ plugin, params, definition, ...rest }) => {
    if (params === false) return { ...rest, options: {} };
    if (definition !== undefined) return { ...rest, definition, options: params };
    const own = fromSvgo(plugin, { name: nameOf(plugin.name), params, options: { floatPrecision } });
    return { ...rest, definition: own as unknown as PassDefinition<XastNode>, options: {} };
  });
}
