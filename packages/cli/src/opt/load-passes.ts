import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "@passwright/core";
import { loadPlugins } from "@passwright/loader";
import { Registrar } from "./registrar.ts";
import type { LoadedPasses } from "./registrar.ts";

/** The passes that every mlir-opt has; found as any plugin is, from this package. */
const DEFAULT_PLUGINS = ["@passwright/plugin-transforms"];

/** All that flags, pipelines and texts may name: what the default plugins have, and the ones that are named. */
export async function loadPasses(named: readonly string[], cwd: string): Promise<LoadedPasses> {
  const at = { file: "<command line>", line: 1, column: 1 };
  const request = (text: string): { text: string; at: typeof at } => ({ text, at });
  const here = fileURLToPath(import.meta.url);
  const defaults = await loadPlugins(DEFAULT_PLUGINS.map(request), { from: here, cwd });
  const registrar = new Registrar();
  for (const plugin of defaults.plugins) registrar.register(plugin.package, plugin.code);
  const problems = [...defaults.diagnostics];
  for (const text of new Set(named.map((one) => asPathIfThere(one, cwd)))) {
    // In order, so that problems come in the order of the names.
    const { plugins, diagnostics: found } = await loadPlugins([request(text)], { from: join(cwd, "-"), cwd });
    for (const plugin of plugins) registrar.register(plugin.package, plugin.code);
    problems.push(...(found.some(isFrameworkInstead) ? await registerFramework(text, cwd, registrar) : found));
  }
  return registrar.loaded(problems);
}

/** A package says in its manifest that it is a framework, a file only by what it exports. */
const isFrameworkInstead = ({ code, message }: Diagnostic): boolean =>
  code === "PWL0203" || (code === "PWL0105" && message.includes("is a framework"));

/** A framework has passes, too, and a reproducer of its pipeline needs them. */
async function registerFramework(text: string, cwd: string, registrar: Registrar): Promise<readonly Diagnostic[]> {
  const { passesOfPackage } = await import("../doc/package-passes.ts");
  const { owner, passes, diagnostics } = await passesOfPackage(text, cwd);
  if (owner === undefined) return diagnostics;
  for (const { definition, declaration } of passes) {
    // Its pipeline may have passes of plugins that are there already.
    const isThere = registrar.registry.find(declaration.name) !== undefined;
    if (definition !== undefined && !isThere) registrar.registerPass(definition, owner);
  }
  return diagnostics;
}

/** A folder or file may be named as it is on a command line, without `./`; a name that could be a package's is one. */
function asPathIfThere(text: string, cwd: string): string {
  const isPathLike = /\.[cm]?[jt]s$/.test(text) || (text.includes("/") && !text.startsWith("@"));
  if (!isPathLike || isAbsolute(text) || /^\.\.?\//.test(text)) return text;
  return existsSync(join(cwd, text)) ? `./${text}` : text;
}
