import { diagnosticOf, isTable, suggest } from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import { isFramework, isPlugin } from "@passwright/sdk";
import type { Framework } from "@passwright/sdk";
import {
  adapterComplaints,
  assembleInput,
  Assembly,
  frameworkComplaints,
  dataPipelines,
  openGraph,
  pluginComplaints,
  readPluginContributions,
  thrownText,
} from "@passwright/sdk/loading";
import type { Contributor, FrameworkPart, Located, PluginPart } from "@passwright/sdk/loading";
import { checkConfig } from "../../../packages/loader/dist/config/config-schema.js";
import type { CheckedConfig } from "../../../packages/loader/dist/config/config.js";
import type { ConfigFile } from "../../../packages/loader/dist/config/extended-files.js";
import { mergeConfigs } from "../../../packages/loader/dist/config/merge-configs.js";
import { parseConfig } from "../../../packages/loader/dist/config/parse-config.js";
import * as errors from "../../../packages/loader/dist/errors/index.js";
import { frameworkOfConfig } from "../../../packages/loader/dist/session/framework-of-config.js";
import { MODULES } from "./modules.ts";
import { ModuleProblem, UserModules } from "./user-modules.ts";

/** A config and the code of the config, or the errors of the config. */
export type ConfigAssembly =
  | { readonly ok: true; readonly config: CheckedConfig; readonly assembly: Assembly }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Reads a config and imports its code. Corresponds to `loadSession` of the loader, which uses files and packages. */
export async function assembleConfig(name: string, files: ReadonlyMap<string, string>): Promise<ConfigAssembly> {
  const read: ConfigFile[] = [];
  const problems = await readWithBases(name, files, read, []);
  if (problems.length > 0) return { ok: false, diagnostics: problems };
  const merged = mergeConfigs(read);
  if (!merged.ok) return merged;
  const { config } = merged;
  const code = new CodeOfConfig(new UserModules(files));
  const framework = await code.frameworkOf(config);
  const plugins: PluginPart[] = [];
  for (const named of config.plugins) plugins.push(...(await code.pluginOf(named, plugins)));
  if (framework === undefined || code.diagnostics.length > 0) return { ok: false, diagnostics: code.diagnostics };
  plugins.sort((left, right) => (left.contributor.name < right.contributor.name ? -1 : 1));
  const input = {
    framework,
    plugins,
    pluginNames: plugins.map(({ contributor }) => contributor.name),
    owner: config,
    ownPasses: [],
    requested: {},
    taps: {},
    instrumentations: [],
    keepDuplicates: false,
    host: { openGraph, dataPipelines },
  };
  return { ok: true, config, assembly: new Assembly(assembleInput(input, [])) };
}

/**
 * Reads the configs that a config extends, and then the config itself. `open` contains the files that extend this
 * config.
 */
async function readWithBases(
  name: string,
  files: ReadonlyMap<string, string>,
  read: ConfigFile[],
  open: readonly string[],
): Promise<readonly Diagnostic[]> {
  const text = files.get(name) ?? "";
  const parsed = await parseConfig(name, text, name);
  if ("diagnostics" in parsed) return parsed.diagnostics;
  if (parsed.root.kind === "scalar" && parsed.root.value === null) return [errors.emptyConfig(name)];
  const checked = checkConfig({ file: name, text, root: parsed.root });
  if (!checked.ok) return checked.diagnostics;
  for (const { text: path, at } of checked.config.keys.extends ?? []) {
    const base = path.replace(/^\.\//, "");
    if (!files.has(base)) return [errors.notAConfigToExtend(path, "there is no such file", at)];
    const circle = [...open, name];
    if (circle.includes(base)) return [errors.extendsCircle([...circle, base], at)];
    if (read.some((file) => file.name === base)) continue;
    const problems = await readWithBases(base, files, read, circle);
    if (problems.length > 0) return problems;
  }
  read.push({ path: `/${name}`, name, shown: name, owner: undefined, config: checked.config });
  return [];
}

const DEFAULT_IR = "@passwright/ir";

/** Imports the framework, the IR and the plugins of a config, and collects diagnostics about them. */
class CodeOfConfig {
  readonly diagnostics: Diagnostic[] = [];
  readonly #modules: UserModules;

  constructor(modules: UserModules) {
    this.#modules = modules;
  }

  async frameworkOf(config: CheckedConfig): Promise<FrameworkPart | undefined> {
    const { framework: named, pipeline } = config;
    if (pipeline !== undefined) {
      const ir = config.ir ?? { text: DEFAULT_IR, at: pipeline.at };
      const adapter = await this.#default("ir", ir, isAdapter, adapterComplaints);
      const contributor = contributorOf("ir", ir);
      return adapter && frameworkOfConfig(config, pipeline, { ir: adapter, hasIr: true }, contributor);
    }
    const framework = named && (await this.#default("framework", named, isAnyFramework, frameworkComplaints));
    if (framework === undefined || named === undefined) return undefined;
    const contributor = { ...contributorOf("framework", named), name: framework.name };
    return { framework, contributor, data: undefined, hasIr: true, ir: undefined };
  }

  /** Returns a list with one plugin. The list is empty if the plugin is invalid, or is optional and cannot be found. */
  async pluginOf(
    named: CheckedConfig["plugins"][number],
    others: readonly PluginPart[],
  ): Promise<readonly PluginPart[]> {
    if (named.isOptional === true && !this.#modules.has(named.text)) return [];
    const plugin = await this.#default("plugin", named, isPlugin, pluginComplaints);
    if (plugin === undefined) return [];
    const name = plugin.name ?? named.text.replace(/^\.\//, "").replace(/\.m?js$/, "");
    const contributor = { ...contributorOf("plugin", named), name };
    const first = others.find((one) => one.contributor.name === name)?.contributor.named?.at;
    if (first !== undefined) this.diagnostics.push(errors.namedTwice({ name, at: named.at }, first));
    const { contributions, passes, diagnostics } = readPluginContributions(plugin, name);
    this.diagnostics.push(...diagnostics);
    const { options, optionPlaces } = named;
    return [
      {
        contributor,
        plugin: { ...plugin, passes },
        isCode: true,
        data: contributions,
        options,
        ...(optionPlaces === undefined ? {} : { optionPlaces }),
      },
    ];
  }

  /** Imports a module, and returns its default export if the export has the required kind. */
  async #default<T>(
    kind: Contributor["kind"],
    named: Located,
    isWanted: (value: unknown) => value is T,
    complaintsOf: (value: T) => readonly string[],
  ): Promise<T | undefined> {
    const { text, at } = named;
    const found = contributorOf(kind, named);
    if (!this.#modules.has(text)) {
      const similar = suggest(text, MODULES.keys());
      this.diagnostics.push(errors.packageNotFound(kind, text, [...MODULES.keys()], similar, at));
      return undefined;
    }
    try {
      const { default: value } = await this.#modules.import(text);
      if (!isWanted(value)) {
        this.diagnostics.push(errors.noDefaultExport(found));
        return undefined;
      }
      const complaints = complaintsOf(value);
      this.diagnostics.push(...complaints.map((what) => errors.badShape(found, what)));
      return complaints.length === 0 ? value : undefined;
    } catch (thrown) {
      const what = thrown instanceof ModuleProblem ? thrown.message : thrownText(thrown);
      const [at, refusal] = [placeIn(thrown), diagnosticOf(thrown)];
      this.diagnostics.push(refusal ? errors.refusedOnLoad(found, refusal, at) : errors.threwOnLoad(found, what, at));
      return undefined;
    }
  }
}

const isAdapter = (value: unknown): value is IrAdapter<object> => isTable(value);
const isAnyFramework = (value: unknown): value is Framework<object> => isFramework(value);

function contributorOf(
  kind: Contributor["kind"],
  { text, at }: Located,
): Contributor & { readonly at: Located["at"]; readonly named: { readonly at: Located["at"] } } {
  return { kind, name: text, at, named: { at } };
}

/** Returns the first position in a stack trace that is in a module of the user. */
function placeIn(thrown: unknown): { file: string; line: number; column: number } | undefined {
  const stack = thrown instanceof Error ? (thrown.stack ?? "") : "";
  const [, file, line, column] = /([\w.-]+\.m?js):(\d+):(\d+)/.exec(stack) ?? [];
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
}
