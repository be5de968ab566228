import { type Diagnostic, diagnosticOf } from "../diagnostic.ts";
import { type IrAdapter } from "../ir-adapter.ts";
import { OpPassManager } from "../op-pass-manager.ts";
import { type Pass, type PassBatch } from "../pass.ts";
import { batchSteps, BatchStep } from "./batch.ts";
import { finalize } from "./program.ts";

/** What a run on a text came to. */
export interface TextRunResult {
  readonly succeeded: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** What came out, if it succeeded; bytes only where the caller takes them. */
  readonly text?: string | Uint8Array;
}

/** How a text is to be run on. */
export interface TextRunOptions {
  /** What diagnostics call the text. */
  readonly file: string;
  readonly allowUnregistered?: boolean;
  /** The file that the text is all of: a program that reads it there need not be handed it. */
  readonly path?: string;
  /** Whether the result may come in UTF-8, from a batch that has it so. */
  readonly takesBytes?: boolean;
}

/** A text, or a function that reads it if somebody needs it. */
export type TextInput = string | (() => string);

/** The batch that can run all of a manager on a text, and what it is to run. */
interface WholeBatch<Op extends object> {
  readonly batch: PassBatch<Op>;
  readonly runText: NonNullable<PassBatch<Op>["runText"]>;
  readonly group: OpPassManager<Op>;
}

/** Finds the one batch that a pipeline is all of; `undefined` where there is more to do than that. */
function findWhole<Op extends object>(
  manager: OpPassManager<Op>,
  adapter: IrAdapter<Op>,
  verifyEach: boolean,
): WholeBatch<Op> | undefined {
  const isAllowed = (batch: PassBatch<Op>): boolean => !verifyEach || batch.verifiesEach === true;
  const program = finalize(manager, adapter, (steps, anchor) => batchSteps(steps, anchor, adapter, isAllowed, 1));
  const [step, ...rest] = program.steps;
  if (!(step instanceof BatchStep) || rest.length > 0) return undefined;
  const { batch, group } = step as BatchStep<Op>;
  return batch.runText === undefined ? undefined : { batch, runText: batch.runText.bind(batch), group };
}

/** Runs a pipeline that is all of one batch on a text, or answers that it has to be run on operations. */
export function runOnText<Op extends object>(
  manager: OpPassManager<Op>,
  adapter: IrAdapter<Op>,
  text: TextInput,
  options: TextRunOptions & { readonly verifyEach: boolean },
): TextRunResult | undefined {
  const whole = findWhole(manager, adapter, options.verifyEach);
  if (whole === undefined) return undefined;
  const { batch, runText, group } = whole;
  const diagnostics: Diagnostic[] = [];
  const names: string[] = [];
  let problem: Diagnostic | undefined;
  group.forEachPass((pass: Pass<Op>) => {
    names.push(pass.declaration.name);
    const found = problem === undefined ? batch.prepare?.(pass) : undefined;
    if (found !== undefined) problem = { step: pass.declaration.name, ...found };
  });
  if (problem !== undefined) return { succeeded: false, diagnostics: [problem] };
  let step = names.join(",");
  try {
    const { file, path, allowUnregistered = false, takesBytes = false } = options;
    const read = typeof text === "string" ? () => text : text;
    const result = runText(read, group, {
      file,
      ...(path === undefined ? {} : { path }),
      allowUnregistered,
      takesBytes,
      report: (diagnostic) => void diagnostics.push({ step, ...diagnostic }),
      blame: ({ declaration }) => (step = declaration.name),
    });
    return result === undefined ? { succeeded: false, diagnostics } : { succeeded: true, diagnostics, text: result };
  } catch (thrown) {
    const diagnostic = diagnosticOf(thrown);
    if (diagnostic === undefined) throw thrown;
    return { succeeded: false, diagnostics: [...diagnostics, diagnostic] };
  }
}
