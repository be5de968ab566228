import { didYouMean, errorDiagnostic as error, isTable, quoted, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/* Errors PWL0401 and PWL0601 to PWL0699, about invalid calls to `assemble` and to methods of an assembly. */

export function severalPipelines(framework: string): Diagnostic {
  const message = `framework \`${framework}\` has a graph of pipelines, but a pass manager contains a single pipeline`;
  return error("PWL0601", message, "call `schedule()` or `run()`, or `makeSchedule()` of a session");
}

export function onePipeline(framework: string): Diagnostic {
  const message = `framework \`${framework}\` has a single pipeline, but a schedule needs a graph of pipelines`;
  return error("PWL0601", message, "call `passManager()` or `run()`, or `makeManager()` of a session");
}

export function irLacks(ir: string, part: "parse" | "print" | "binary"): Diagnostic {
  const message = `the adapter of IR \`${ir}\` does not have the function \`${part}\``;
  const first = part === "binary" ? "pass the content as a string, or " : "";
  return error("PWL0602", message, `${first}add \`${part}\` to the adapter`);
}

export function pluginWithoutName(index: number): Diagnostic {
  const help = 'add a name: `definePlugin({ name: "…", … })`';
  return error("PWL0603", `plugin \`plugins[${index}]\` does not have a name`, help);
}

/** Reports a plugin whose name another contributor has. `contributors` are the plugin and the other contributor. */
export function nameTwice(name: string, contributors: string): Diagnostic {
  const help = contributors === TWO_PLUGINS ? "remove or rename one of the plugins" : "rename the plugin";
  return error("PWL0604", `${contributors} are named \`${name}\``, help, { plugin: name });
}

export const TWO_PLUGINS = "two plugins";

export function unknownPass(pass: string, similar: string | undefined): Diagnostic {
  const help = didYouMean(similar, "use a pass that the framework or a plugin declares");
  return error("PWL0605", `no framework or plugin provides a pass named \`${pass}\``, help);
}

/** Reports an invalid argument. `call` is the function that received the argument. */
export function badArgument(what: string, help: string, call = "assemble"): Diagnostic {
  return error("PWL0606", `\`${call}\`: ${what}`, help);
}

export function refuseArgument(what: string, help: string, call?: string): never {
  throw new UsageError(badArgument(what, help, call));
}

/** Throws {@link badArgument} if the argument of a function about an assembly is not an assembly. */
export function mustBeAssembly(call: string, assembly: unknown, argument = "assembly"): void {
  if (isTable(assembly) && typeof assembly["isResolved"] === "boolean") return;
  refuseArgument(`\`${argument}\` must be an assembly`, "pass the result of `assemble`", call);
}

/** Throws {@link badArgument} if the second argument of a function about an assembly is not a name. */
export function mustBePassName(call: string, name: unknown): void {
  if (typeof name === "string") return;
  refuseArgument("the name of a pass must be a string", "pass the `name` of the pass, or the address of a step", call);
}

/** Reports an unknown plugin in the list of plugins to leave out. */
export function unknownPluginToLeaveOut(
  name: string,
  plugins: readonly string[],
  similar: string | undefined,
): Diagnostic {
  const help = didYouMean(similar, plugins.length === 0 ? "remove the name" : "use one of these names");
  const notes = [`plugins of the config: ${quoted(plugins)}`];
  return error("PWL0401", `cannot exclude plugin \`${name}\`, which is not in the config`, help, { notes });
}
