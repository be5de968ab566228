import {
  didYouMean,
  isTable,
  mustBe,
  mustBeFlag,
  mustBeFunction,
  mustBeList,
  mustBeOneOf,
  mustBeString,
  mustBeTable,
  suggest,
} from "@passwright/core";
import type { Requirements } from "@passwright/core";
import { checkSettings, passNames, refuse as refuseWith, UsageError } from "@passwright/sdk";
import type { PassDefinition } from "@passwright/sdk";
import type { Config, XastNode } from "svgo";
import { builtIns, findShipped, floatPrecision, passOf, shippedNames } from "./built-ins.ts";
import { fromSvgo } from "./from-svgo.ts";
import type { SvgoPlugin } from "./from-svgo.ts";

/** Plugin of an SVGO configuration, as a step of a pipeline. Presets are expanded. */
export interface ConfiguredStep {
  /** Pass of the plugin. Absent if a preset disables the plugin. The step then only marks the plugin's position. */
  readonly definition?: PassDefinition<XastNode> | undefined;
  readonly options: object;
  /** Name of the plugin. Set only if the plugin comes from the last preset-default in the configuration. */
  readonly preset?: string | undefined;
  /** Whether the option `floatPrecision` of the Passwright config applies to the plugin. */
  readonly takesPrecision: boolean;
}

interface Entry {
  readonly plugin: SvgoPlugin;
  /** Parameters of the plugin, or `false` if the preset disables the plugin. */
  readonly params: object | false;
  readonly preset?: string;
  /** Precision that the preset sets. */
  readonly precision?: unknown;
  /**
   * Whether the preset's `overrides` set a precision for the plugin. This precision has priority over the global
   * precision.
   */
  readonly isPrecise: boolean;
}

/** Throws the error PWV0101 for an invalid configuration. */
export function refuse(message: string, help: string): never {
  return refuseWith("PWV0101", `invalid SVGO configuration: ${message}`, help);
}

interface PresetParams {
  readonly overrides?: { readonly [plugin: string]: object | boolean };
  readonly floatPrecision?: unknown;
}

/**
 * Returns the plugins that an entry of the list `plugins` describes. `where` is the position of the entry, for
 * messages.
 */
function entriesOf(given: unknown, where: string): readonly Entry[] {
  const listed = typeof given === "string" ? { name: given } : given;
  const { name, params: own, fn } = listed as Partial<SvgoPlugin> & { readonly params?: object };
  if (isTable(listed)) checkEntry(listed, fn != null, where);
  const params = own ?? {};
  if (typeof name !== "string") refuse(`\`${where}\` does not have a name`, "use a name, or `{ name, params }`");
  if (typeof params !== "object") refuse(`\`${where}.params\` must be an object`, "use `{ name, params }`");
  if (fn != null) return [{ plugin: { name, fn }, params, isPrecise: false }];
  const shipped = findShipped(name);
  if (shipped === undefined) {
    const similar = suggest(name, shippedNames);
    const help = `correct the name, or write your own plugin as \`{ name: "${name}", fn }\``;
    refuse(`\`${where}\` is \`${name}\`, which is not a plugin of SVGO`, didYouMean(similar, help));
  }
  const { plugins } = shipped;
  if (plugins === undefined) return [{ plugin: shipped, params, isPrecise: false }];
  const { overrides, floatPrecision: precision } = params as PresetParams;
  const names = plugins.map((plugin) => plugin.name);
  for (const key of Object.keys(params))
    if (!PRESET.includes(key)) refuseKey(key, `${where}.params`, PRESET, names.includes(key) ? "overrides" : undefined);
  checkOverrides(overrides ?? {}, names, `${where}.params.overrides`);
  return plugins.map((plugin) => {
    const given = overrides?.[plugin.name] ?? true;
    const override = given === true ? {} : given;
    const isPrecise = override !== false && "floatPrecision" in override;
    return { plugin, params: override, preset: plugin.name, precision, isPrecise };
  });
}

/** Parameters of presets. */
const PRESET = ["overrides", "floatPrecision"];

/**
 * Throws for settings in an entry that SVGO ignores. An entry with a function can be the module of a plugin, which can
 * have other exports.
 */
function checkEntry(entry: object, hasFunction: boolean, where: string): void {
  for (const [key, value] of Object.entries(entry)) {
    if (key === "active" && value === false) {
      const help = "remove the plugin from `plugins`, or disable it in `params.overrides` of the preset";
      refuseWith("PWV0101", `unknown setting \`active\` of \`${where}\` of the SVGO configuration`, help);
    }
    const known = ["name", "params", "fn", ...(hasFunction ? ["type", "active", "description"] : [])];
    if (known.includes(key) || (hasFunction && suggest(key, known) === undefined)) continue;
    refuseKey(key, where, known, PRESET.includes(key) ? "params" : undefined);
  }
}

/** Throws for an unknown setting. `parent` is the setting to which the unknown setting belongs. */
function refuseKey(key: string, where: string, known: readonly string[], parent: string | undefined): never {
  const help = parent === undefined ? `remove \`${key}\`` : `move \`${key}\` to \`${parent}\``;
  const similar = parent === undefined ? suggest(key, known) : undefined;
  refuseWith(
    "PWV0101",
    `unknown setting \`${key}\` of \`${where}\` of the SVGO configuration`,
    didYouMean(similar, help),
  );
}

function checkOverrides(overrides: object, names: readonly string[], where: string): void {
  for (const [name, value] of Object.entries(overrides)) {
    // Configurations for SVGO 3 often contain `removeViewBox: false`, which SVGO 4 accepts with a warning.
    if (value === false && findShipped(name) !== undefined) continue;
    if (names.includes(name)) {
      if (value == null || typeof value === "boolean" || isTable(value)) continue;
      const help = "write `false` to disable the plugin, or its parameters";
      refuse(`\`${where}.${name}\` must be false or an object`, help);
    }
    const similar = suggest(name, names);
    const help = `remove \`${name}\` here, or add the plugin to \`plugins\``;
    refuse(`\`${where}\` contains \`${name}\`, which is not a plugin of the preset`, didYouMean(similar, help));
  }
}

/** Pass with the options that passes of third-party plugins have. */
const other = fromSvgo({ name: "other", fn: () => null }, { options: { floatPrecision } });

/** Returns whether a parameter can be an option of a pass. */
function isOption(pass: PassDefinition<XastNode>, name: string, value: unknown): boolean {
  try {
    pass.create({ [name]: value } as never);
    // Excludes `null`, because a pass option with the value `null` counts as not set.
    return value !== null;
  } catch (thrown) {
    if (thrown instanceof UsageError) return false;
    throw thrown;
  }
}

/** Splits the parameters of a plugin into parameters that can be pass options, and all other parameters. */
function divide({ plugin, params, precision, isPrecise }: Entry, globalPrecision: unknown) {
  const shipped = findShipped(plugin.name) === plugin ? builtIns.get(plugin.name) : undefined;
  const like = shipped ?? (other as unknown as PassDefinition<XastNode>);
  const takesPrecision = !isPrecise && "floatPrecision" in like.options;
  const floatPrecision = takesPrecision ? (globalPrecision ?? precision) : undefined;
  const all = Object.entries({ ...params, ...(floatPrecision != null && { floatPrecision }) });
  const areOptions = all.map(([name, value]) => isOption(like, name, value));
  const options = Object.fromEntries(all.filter((_one, index) => areOptions[index]));
  const fixed = Object.fromEntries(all.filter((_one, index) => !areOptions[index]));
  return { shipped, takesPrecision, options, fixed, isShipped: shipped !== undefined && !areOptions.includes(false) };
}

/** Returns whether SVGO can use a value as a precision. The value can be a string that contains a number. */
function isPrecision(value: unknown): boolean {
  return value === null || floatPrecision.take(typeof value === "string" ? Number(value) : value).ok;
}

/** Settings of SVGO's configuration. */
const CONFIG: Requirements = {
  path: () => [],
  plugins: mustBeList,
  floatPrecision: mustBe("a whole number from 0 to 100", isPrecision),
  multipass: mustBeFlag,
  js2svg: mustBeTable,
  datauri: mustBeOneOf("base64", "enc", "unenc"),
};

const delimiters = ["doctype", "procInst", "tagOpen", "tagClose", "tagShort", "attr", "comment", "cdata", "text"]
  .flatMap((part) => [`${part}Start`, `${part}End`])
  .map((name) => [name, mustBeString] as const);

const pattern = mustBe("a regular expression", (value) => value instanceof RegExp);

/** Settings of SVGO's printer. */
const PRINTER: Requirements = {
  ...Object.fromEntries(delimiters),
  indent: mustBe("a number or a string", (value) => typeof value === "number" || typeof value === "string"),
  regEntities: pattern,
  regValEntities: pattern,
  encodeEntity: mustBeFunction,
  pretty: mustBeFlag,
  useShortTags: mustBeFlag,
  eol: mustBeOneOf("lf", "crlf"),
  finalNewline: mustBeFlag,
};

/**
 * Returns the steps for an SVGO configuration, in the order of the configuration, with presets replaced by their
 * plugins. Parameters of plugins become options of passes. For parameters that cannot be options, makes a separate pass
 * that contains their values.
 *
 * @throws UsageError PWV0101 for keys and plugins that SVGO does not know.
 */
export function stepsOf(config: Config): readonly ConfiguredStep[] {
  checkSettings("PWV0101", "the SVGO configuration", config, CONFIG);
  const { plugins = ["preset-default"], js2svg = {} } = config;
  checkSettings("PWV0101", "`js2svg` of the SVGO configuration", js2svg, PRINTER);
  const entries = plugins.flatMap((plugin, index) => (plugin == null ? [] : entriesOf(plugin, `plugins[${index}]`)));
  const last = new Map(entries.map(({ preset }, index) => [preset, index]));
  const divided = entries.map((entry) => ({ ...entry, ...divide(entry, config.floatPrecision) }));
  const nameOf = passNames(divided.flatMap(({ plugin, isShipped }) => (isShipped ? plugin.name : [])));
  return divided.map(({ plugin, params, shipped, isShipped, fixed, options, takesPrecision, preset }, index) => {
    const step = { options, takesPrecision, preset: last.get(preset) === index ? preset : undefined };
    if (params === false) return step;
    if (isShipped) return { ...step, definition: shipped };
    const own = { name: nameOf(plugin.name), params: fixed };
    const definition = shipped ? passOf(plugin, own) : fromSvgo(plugin, { ...own, options: { floatPrecision } });
    return { ...step, definition: definition as PassDefinition<XastNode> };
  });
}
