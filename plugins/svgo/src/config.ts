import { passNames, refuse as refuseWith, UsageError } from "@passwright/sdk";
import type { PassDefinition } from "@passwright/sdk";
import type { Config, XastRoot } from "svgo";
import { builtIns, findShipped, floatPrecision } from "./built-ins.ts";
import { fromSvgo } from "./from-svgo.ts";
import type { SvgoPlugin } from "./from-svgo.ts";

/** Plugin of an SVGO configuration. Presets are expanded. */
interface Entry {
  readonly plugin: SvgoPlugin;
  readonly params: object;
  /** Name in preset-default, if it comes from there. `isLeftOut`: `overrides` of the preset disables it. */
  readonly preset?: string;
  readonly isLeftOut?: boolean;
  /** Whether its own precision has priority over the global one. */
  readonly isPrecise: boolean;
}

/** Step of a pipeline for an SVGO configuration. */
export interface ConfiguredStep extends Pick<Entry, "preset" | "isPrecise"> {
  /** The pass. Absent if the configuration disables it and only its position in preset-default is left. */
  readonly definition?: PassDefinition<XastRoot>;
  readonly options: object;
}

function refuse(message: string, help: string): never {
  return refuseWith("PWV0101", `the configuration of SVGO: ${message}`, help);
}

interface Given {
  readonly name?: unknown;
  readonly params?: object;
  readonly fn?: SvgoPlugin["fn"];
}

function entriesOf(given: unknown): readonly Entry[] {
  const { name, params = {}, fn } = (typeof given === "string" ? { name: given } : given) as Given;
  if (typeof name !== "string") refuse("a plugin has no name", "write its name, or `{ name, params }`");
  const shipped = findShipped(name);
  if (fn !== undefined) return [{ plugin: { name, fn }, params, isPrecise: false }];
  if (shipped === undefined)
    refuse(`SVGO has no plugin \`${name}\``, "correct the name, or give the plugin a function `fn`");
  if (shipped.plugins === undefined) return [{ plugin: shipped, params, isPrecise: false }];
  const { overrides = {}, floatPrecision: precision } = params as {
    readonly overrides?: { readonly [plugin: string]: object | false };
    readonly floatPrecision?: number;
  };
  const foreign = Object.keys(overrides).find((one) => !shipped.plugins?.some((plugin) => plugin.name === one));
  if (foreign !== undefined)
    refuse(`\`${name}\` has no plugin \`${foreign}\` to override`, `remove \`${foreign}\` from \`overrides\``);
  return shipped.plugins.map((plugin) => {
    const override = overrides[plugin.name];
    return {
      plugin,
      params: { ...(precision !== undefined && { floatPrecision: precision }), ...override },
      preset: plugin.name,
      isLeftOut: override === false,
      isPrecise: override !== undefined && override !== false && "floatPrecision" in override,
    };
  });
}

/** Returns whether these parameters can be options, which are data: functions, for example, cannot. */
function isData(definition: PassDefinition<XastRoot>, params: object): boolean {
  try {
    definition.create(params as never);
    return true;
  } catch (thrown) {
    if (thrown instanceof UsageError) return false;
    throw thrown;
  }
}

const KEYS = ["path", "plugins", "floatPrecision", "multipass", "js2svg", "datauri"];

/**
 * Returns the steps for an SVGO configuration, in its order, with presets expanded. Parameters become options of the
 * pass. If options cannot hold them, they are built into a separate pass.
 *
 * @throws UsageError PWV0101 for keys and plugins that SVGO does not know.
 */
export function stepsOf(config: Config): readonly ConfiguredStep[] {
  if (typeof config !== "object" || config === null)
    refuse("it is not an object", "pass the object that svgo.config.mjs exports");
  const unknown = Object.keys(config).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) refuse(`unknown key \`${unknown}\``, `remove \`${unknown}\`, or correct it`);
  const { plugins = ["preset-default"] } = config;
  if (!Array.isArray(plugins)) refuse("`plugins` is not a list", 'write `plugins: ["preset-default"]`, for example');
  const entries = plugins.filter((plugin) => plugin != null).flatMap(entriesOf);
  const steps = entries.map(({ plugin, params, isLeftOut, ...rest }) => {
    const builtIn = findShipped(plugin.name) === plugin ? builtIns.get(plugin.name) : undefined;
    const definition = builtIn !== undefined && isData(builtIn, params) ? builtIn : undefined;
    return { plugin, params, rest, definition, isLeftOut: isLeftOut === true };
  });
  const nameOf = passNames(
    steps.flatMap(({ definition }) => (definition === undefined ? [] : [definition.declaration.name])),
  );
  return steps.map(({ plugin, params, rest, definition, isLeftOut }) => {
    if (isLeftOut) return { ...rest, options: {} };
    if (definition !== undefined) return { ...rest, definition, options: params };
    const own = fromSvgo(plugin, { name: nameOf(plugin.name), params, options: { floatPrecision } });
    return { ...rest, definition: own as unknown as PassDefinition<XastRoot>, options: {} };
  });
}
