import { addRegistered, addToPipeline, parsePipelineText, PassManager } from "@passwright/core";
import type { Diagnostic, PassRegistry } from "@passwright/core";
import type { MlirAdapter, Operation } from "@passwright/ir";
import { pipelineAndPasses } from "./opt-errors.ts";
import type { FlagUse } from "./parse-flags.ts";

export type ManagerResult =
  | { readonly ok: true; readonly manager: PassManager<Operation> }
  | {
      readonly ok: false;
      readonly diagnostic: Diagnostic;
      /** Whether it is in the pipeline that a reproducer brought. */
      readonly isStored?: boolean;
    };

/**
 * The manager for a text after `--pass-pipeline`, or for pass flags in their order, nested as they need it. With the pipeline
 * that a reproducer stored, flags are appended to that one, which nests nothing by itself, and a text takes its place.
 */
export function buildManager(
  adapter: MlirAdapter,
  registry: PassRegistry<Operation>,
  uses: readonly FlagUse[],
  anchor: string,
  stored: string | undefined,
): ManagerResult {
  const start: ManagerResult =
    stored === undefined
      ? { ok: true, manager: new PassManager(adapter, { anchor, nesting: "implicit" }) }
      : fromText(adapter, registry, stored);
  if (!start.ok) return { ...start, isStored: true };
  const text = uses.findLast(({ name }) => name === "pass-pipeline" || name === "p")?.value;
  const passes = uses.filter(({ kind }) => kind === "pass");
  if (text === undefined) return addFlags(start.manager, registry, passes);
  if (passes.length > 0) {
    return { ok: false, diagnostic: pipelineAndPasses() };
  }
  return fromText(adapter, registry, text);
}

function fromText(adapter: MlirAdapter, registry: PassRegistry<Operation>, text: string): ManagerResult {
  const parsed = parsePipelineText(text);
  if (!parsed.ok) return parsed;
  const manager = new PassManager(adapter, { anchor: parsed.pipeline.anchor, isOutermost: true });
  const diagnostic = addToPipeline(parsed.pipeline, manager, registry);
  return diagnostic === undefined ? { ok: true, manager } : { ok: false, diagnostic };
}

function addFlags(
  manager: PassManager<Operation>,
  registry: PassRegistry<Operation>,
  passes: readonly FlagUse[],
): ManagerResult {
  for (const { name, value = "" } of passes) {
    const registered = registry.find(name);
    const diagnostic = registered === undefined ? undefined : addRegistered(manager, registered, value, registry);
    if (diagnostic !== undefined) return { ok: false, diagnostic };
  }
  return { ok: true, manager };
}
