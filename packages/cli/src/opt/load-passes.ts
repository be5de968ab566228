import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Diagnostic, diagnosticOf, PassRegistry } from "@passwright/core";
import { type Operation } from "@passwright/ir";
import { type LoadedPlugin, loadPlugins } from "@passwright/loader";

/** The passes that every mlir-opt has; found as any plugin is, from this package. */
const DEFAULT_PLUGINS = ["@passwright/plugin-transforms"];

/** All passes that flags and pipelines may name: those of the default plugins, and of the ones that are named. */
export async function loadPasses(
  named: readonly string[],
  cwd: string,
): Promise<{ readonly registry: PassRegistry<Operation>; readonly diagnostics: readonly Diagnostic[] }> {
  const at = { file: "<command line>", line: 1, column: 1 };
  const request = (text: string): { text: string; at: typeof at } => ({ text, at });
  const here = fileURLToPath(import.meta.url);
  const defaults = await loadPlugins(DEFAULT_PLUGINS.map(request), { from: here, cwd });
  const others = await loadPlugins(named.map(request), { from: join(cwd, "-"), cwd });
  const registry = new PassRegistry<Operation>();
  const clashes = [...defaults.plugins, ...others.plugins].flatMap((plugin) => register(registry, plugin));
  return { registry, diagnostics: [...defaults.diagnostics, ...others.diagnostics, ...clashes] };
}

function register(registry: PassRegistry<Operation>, { package: found, code }: LoadedPlugin): Diagnostic[] {
  const { name, version } = found;
  const owner = version === undefined ? { name } : { name, version };
  return code.passes.flatMap((pass) => {
    try {
      // A plugin's passes are over some IR; that it is this one is what naming it here says.
      registry.registerPass(pass as never, owner);
      return [];
    } catch (thrown) {
      const diagnostic = diagnosticOf(thrown);
      if (diagnostic === undefined) throw thrown;
      return [diagnostic];
    }
  });
}
