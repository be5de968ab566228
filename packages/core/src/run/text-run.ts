import { BugError, diagnosticOf } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import type { OpPassManager, PassBatch } from "../pass.ts";
import { batchSteps, BatchStep, prepareAll } from "./batch.ts";
import { isThrown } from "../thrown.ts";
import { finalize } from "./finalize.ts";
import { partsOf } from "./parts.ts";
import { threwIn } from "./run-errors.ts";

/** Result of a run on a text. */
export interface TextRunResult {
  /** Whether all passes succeeded. */
  readonly succeeded: boolean;
  /** All diagnostics of the run, in order. */
  readonly diagnostics: readonly Diagnostic[];
  /** Resulting text, if the run succeeded. The text is bytes only if the caller accepts bytes. */
  readonly text?: string | Uint8Array;
}

/** Options of a run on a text. */
export interface TextRunOptions {
  /** Name of the text in diagnostics. */
  readonly file: string;
  /** Accepts operations of unregistered dialects. */
  readonly allowUnregistered?: boolean;
  /** Path of the file that contains the text, so that an external program can read the file itself. */
  readonly path?: string;
  /** Whether the caller accepts UTF-8 bytes as the result. */
  readonly takesBytes?: boolean;
}

/** Text as a string or as UTF-8 bytes, or a function that reads the text when it is needed. */
export type TextInput = string | Uint8Array | (() => string | Uint8Array);

/** Returns the batches of a pipeline, or `undefined` if the pipeline contains steps that cannot run on texts. */
function findSteps<Op extends object>(
  manager: OpPassManager<Op>,
  adapter: IrAdapter<Op>,
  verifyEach: boolean,
): readonly BatchStep<Op>[] | undefined {
  if (partsOf(manager, adapter).length > 1) return undefined;
  const isAllowed = (batch: PassBatch<Op>): boolean => !verifyEach || batch.verifiesEach === true;
  const program = finalize(manager, adapter, (steps, anchor) => batchSteps(steps, anchor, adapter, isAllowed, 1));
  const found = program.steps.filter((step) => step instanceof BatchStep && step.batch.runText !== undefined);
  return found.length > 0 && found.length === program.steps.length ? (found as BatchStep<Op>[]) : undefined;
}

/** Runs a pipeline of batches on a text. Returns `undefined` if the pipeline must run on operations. */
export function runOnText<Op extends object>(
  manager: OpPassManager<Op>,
  adapter: IrAdapter<Op>,
  text: TextInput,
  options: TextRunOptions & { readonly verifyEach: boolean },
): TextRunResult | undefined {
  const steps = findSteps(manager, adapter, options.verifyEach);
  if (steps === undefined) return undefined;
  const diagnostics: Diagnostic[] = [];
  const { file, path, allowUnregistered = false, takesBytes = false } = options;
  let read: () => string | Uint8Array = typeof text === "function" ? text : () => text;
  let result: string | Uint8Array | undefined;
  let step = "";
  let part: "prepare" | "runText" = "prepare";
  try {
    for (const { argument, batch, group } of steps) {
      step = argument;
      const problem = prepareAll(batch, group);
      if (problem !== undefined) return { succeeded: false, diagnostics: [problem] };
    }
    part = "runText";
    for (const [index, { argument, batch, group }] of steps.entries()) {
      step = argument;
      const next = steps[index + 1]?.batch;
      result = batch.runText?.(read, group, {
        file,
        ...(path === undefined || index > 0 ? {} : { path }),
        allowUnregistered,
        // The next batch might accept bytes or a private format.
        takesBytes: takesBytes || next !== undefined,
        ...(next === undefined ? {} : { next }),
        report: (diagnostic) => void diagnostics.push({ step, ...diagnostic }),
        blame: ({ declaration }) => (step = declaration.name),
      });
      if (result === undefined) return { succeeded: false, diagnostics };
      const handedOn = result;
      read = () => handedOn;
    }
  } catch (thrown) {
    if (isThrown(thrown, BugError)) throw thrown;
    const diagnostic = diagnosticOf(thrown) ?? threwIn(part, step, thrown);
    return { succeeded: false, diagnostics: [...diagnostics, diagnostic] };
  }
  return { succeeded: true, diagnostics, ...(result === undefined ? {} : { text: result }) };
}
