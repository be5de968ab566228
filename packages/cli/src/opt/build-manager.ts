import {
  addToPipeline,
  type Diagnostic,
  diagnosticOf,
  parseOptions,
  parsePipelineText,
  PassManager,
  type PassRegistry,
} from "@passwright/core";
import { type MlirAdapter, type Operation } from "@passwright/ir";
import { type FlagUse } from "./parse-flags.ts";

export type ManagerResult =
  | { readonly ok: true; readonly manager: PassManager<Operation> }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The manager for a text after `--pass-pipeline`, or for pass flags in their order, nested as they need it. */
export function buildManager(
  adapter: MlirAdapter,
  registry: PassRegistry<Operation>,
  uses: readonly FlagUse[],
  anchor: string,
): ManagerResult {
  const text = uses.findLast(({ name }) => name === "pass-pipeline" || name === "p")?.value;
  const passes = uses.filter(({ kind }) => kind === "pass");
  if (text === undefined) return fromFlags(adapter, registry, passes, anchor);
  if (passes.length > 0) {
    const message = "'-pass-pipeline' option can't be used with individual pass options";
    return { ok: false, diagnostic: { code: "PWR0201", severity: "error", message } };
  }
  const parsed = parsePipelineText(text);
  if (!parsed.ok) return parsed;
  const manager = new PassManager(adapter, { anchor: parsed.pipeline.anchor });
  const diagnostic = addToPipeline(parsed.pipeline, manager, registry);
  return diagnostic === undefined ? { ok: true, manager } : { ok: false, diagnostic };
}

function fromFlags(
  adapter: MlirAdapter,
  registry: PassRegistry<Operation>,
  passes: readonly FlagUse[],
  anchor: string,
): ManagerResult {
  const manager = new PassManager(adapter, { anchor, nesting: "implicit" });
  for (const { name, value = "" } of passes) {
    const registered = registry.find(name);
    if (registered === undefined) continue;
    const specs = (registered.kind === "pass" ? registered.definition.options : registered.pipeline.options) ?? {};
    const parsed = parseOptions(specs, value);
    if (!parsed.ok) {
      const { message, isUnknown, option } = parsed.problem;
      const text = isUnknown ? `<Pass-Options-Parser>: ${message}` : `for the --${option} option: ${message}`;
      return { ok: false, diagnostic: { code: "PWC0205", severity: "error", message: text } };
    }
    try {
      if (registered.kind === "pass") manager.addPass(registered.definition.createFrom(parsed.options));
      else registered.pipeline.build(manager, parsed.options.values);
    } catch (thrown) {
      const diagnostic = diagnosticOf(thrown);
      if (diagnostic === undefined) throw thrown;
      return { ok: false, diagnostic };
    }
  }
  return { ok: true, manager };
}
