import { invariant } from "@passwright/core";
import type { IrAdapter } from "@passwright/core";
import type { Session } from "@passwright/loader";
import { sliceOf } from "@passwright/sdk";
import { pipelinesOf } from "./pipelines.ts";
import type { Input } from "./protocol.ts";

/** Input in the IR of a tested pass. */
export interface TrialInput {
  readonly name: string;
  /** Makes a new root for each run. */
  readonly makeRoot: () => object;
}

/** Valid inputs of a test, and the names of the other inputs of the test and of the plugin's tests. */
interface Inputs<I> {
  readonly readable: readonly I[];
  readonly unreadable: readonly string[];
}

export type ReadInputs = Inputs<Input>;
export type TrialInputs = Inputs<TrialInput>;

type Parser = Pick<IrAdapter<object>, "parse">;

/** Converts texts to inputs of passes. */
export function parsed(ir: Parser, inputs: ReadInputs): TrialInputs {
  return { ...inputs, readable: inputs.readable.map((input) => inputOf(ir, input)) };
}

function inputOf({ parse }: Parser, { name, text }: Input): TrialInput {
  const makeRoot = (): object => {
    const result = parse?.(text, { file: name, allowUnregistered: true });
    invariant(result?.ok === true, "inputs were read before");
    return result.op;
  };
  return { name, makeRoot };
}

/**
 * Returns the inputs for passes on the IR `ir`, with the adapter of this IR. All inputs are written in the framework's
 * first IR, so first runs the steps of the pipeline up to the conversion to `ir` on the inputs. Returns `undefined` if
 * `ir` is the first IR or if the pipeline does not contain such a conversion.
 */
export async function inIr(
  ir: string,
  inputs: TrialInputs,
  session: Session,
): Promise<{ readonly adapter: IrAdapter<object>; readonly inputs: TrialInputs } | undefined> {
  const { assembly } = session;
  const adapter = assembly.irs.find((one) => one?.name === ir);
  const [conversion] = pipelinesOf(session).flatMap(({ path, steps }) =>
    steps
      .filter(({ pass }) => assembly.work.catalogue.find(pass)?.declaration.to === ir)
      .map(({ address }) => (path === undefined ? address : `${path}/${address}`)),
  );
  if (ir === session.framework.ir.name || adapter === undefined || conversion === undefined) return undefined;
  const slice = sliceOf(assembly, { until: conversion });
  const readable: TrialInput[] = [];
  for (const { name, makeRoot } of inputs.readable) {
    const { ok, root } = await assembly.runAsync(makeRoot() as never, { slice });
    const copied = ok ? copyOf(adapter, name, root) : undefined;
    if (copied !== undefined) readable.push(copied);
  }
  return { adapter, inputs: { ...inputs, readable } };
}

/** Returns an input that makes copies of a root, through its text if the IR has a text form. */
function copyOf(adapter: IrAdapter<object>, name: string, root: object): TrialInput | undefined {
  const { parse, print, clone } = adapter;
  if (parse !== undefined && print !== undefined)
    return inputOf(adapter, { name, text: adapter.print?.(root, {}) ?? "" });
  return clone && { name, makeRoot: () => clone.call(adapter, root) };
}
