import { addRegistered, addToPipeline, parsePipelineText, PassManager } from "@passwright/core";
import type { Diagnostic, PassRegistry, Result } from "@passwright/core";
import { readReproducer } from "@passwright/instrument";
import type { MlirAdapter, Operation, Source } from "@passwright/ir";
import type { FlagUse } from "./flags.ts";
import { pipelineAndPasses } from "../errors/opt.ts";

/** Settings that a reproducer contains. Empty if the text is not a reproducer. */
export interface StoredRun {
  readonly pipeline?: string;
  readonly disableThreading?: boolean;
  readonly verifyEach?: boolean;
}

export type StoredRunResult = Result<StoredRun, { readonly diagnostic: Diagnostic }>;

export function readStoredRun(source: Source): StoredRunResult {
  const text = new TextDecoder().decode(source.bytes.subarray(0, source.end));
  const read = readReproducer(text, source.file);
  return read.ok ? { ok: true, ...read.reproducer } : { ok: false, diagnostic: inWhole(source, read.diagnostic) };
}

/** Removes the reproducer from a parsed module, so that the reproducer is not printed. */
export function eraseStoredRun({ store: { resources } }: Operation): void {
  const isReproducer = ({ section, group }: (typeof resources)[number]): boolean =>
    section === "external_resources" && group === "mlir_reproducer";
  const index = resources.findIndex(isReproducer);
  if (index >= 0) resources.splice(index, 1);
}

/** Returns the error that is earlier in the text, because mlir-opt stops at the first error. */
export function firstOf(left: Diagnostic, right: Diagnostic): Diagnostic {
  const lineOf = ({ at }: Diagnostic): number => at?.line ?? 0;
  return lineOf(right) < lineOf(left) ? right : left;
}

function inWhole({ origin }: Source, diagnostic: Diagnostic): Diagnostic {
  const { at } = diagnostic;
  return at === undefined || origin.line === 0
    ? diagnostic
    : { ...diagnostic, at: { ...at, line: at.line + origin.line - 1 } };
}

/** Manager, or an error. `isStored` is whether the position of the error is in the pipeline of a reproducer. */
export type ManagerResult = Result<
  { readonly manager: PassManager<Operation> },
  { readonly diagnostic: Diagnostic; readonly isStored?: boolean }
>;

/**
 * Makes the manager for `--pass-pipeline`, or for the pass flags in the order of the command line. Nests passes that do
 * not run on the operation `anchor`. If a reproducer contains a pipeline, appends the passes that flags select to this
 * pipeline, and does not nest these passes. `--pass-pipeline` replaces the pipeline of the reproducer.
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
  if (passes.length > 0) return { ok: false, diagnostic: pipelineAndPasses() };
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
