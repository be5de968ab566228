import { allocateSlot, useSlot } from "./flow-slots.ts";
import { writeBlocks } from "./foldable-blocks.ts";
import { compare, float, integer, keep, select } from "./foldable-operations.ts";
import { scfExecuteRegion, scfFor, scfIf, scfIndexSwitch, scfParallel, scfWhile } from "./foldable-regions.ts";
import { FoldableWriter } from "./foldable-writer.ts";

/*
 * Random programs in which values flow through calls, regions, branches and local memory. Many arguments, results and
 * stores are dead.
 */

interface Signature {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly results: readonly string[];
  readonly isPrivate: boolean;
}

export interface FlowOptions {
  readonly functions?: number;
  /**
   * Maximum number of statements of a function, without the first statement and without statements in nested regions
   * and further blocks. Default: 11.
   */
  readonly statements?: number;
  /** Whether functions allocate local memory. Default: true. */
  readonly slots?: boolean;
  /** Whether conditions can be constant, and whether functions can be public or without a body. Default: true. */
  readonly unreachable?: boolean;
  /** Whether functions and regions can have several blocks. Default: true. */
  readonly blocks?: boolean;
}

/** Returns a program in generic form, which needs --allow-unregistered-dialect. */
export function generateFlowProgram(seed: number, options: FlowOptions = {}): string {
  const full = { functions: 4, statements: 11, slots: true, blocks: true, unreachable: true, ...options };
  const { functions, unreachable } = full;
  const signatures: Signature[] = [];
  const writer = new FoldableWriter(seed, (at, depth) => writeStatement(at, depth, signatures, full));
  writer.usesConstants = unreachable;
  const { random } = writer;
  const someTypes = (): readonly string[] =>
    Array.from({ length: random.below(4) }, () => random.pick(["i32", "i1", "index", "f32"]));
  for (let i = 0; i < functions; i++) {
    signatures.push({
      name: `f${i}`,
      inputs: someTypes(),
      results: someTypes(),
      isPrivate: random.chance(unreachable ? 0.6 : 1),
    });
  }
  const texts = signatures.map((signature) => writeFunction(writer, signature, full));
  texts.push(writeMain(writer, signatures));
  return `"builtin.module"() ({\n${texts.join("")}}) : () -> ()\n`;
}

/** Writes a public function that calls all other functions, so that they are reachable. */
function writeMain(writer: FoldableWriter, signatures: readonly Signature[]): string {
  writer.begin();
  for (const signature of signatures) {
    for (const type of signature.inputs) writer.op("toy.value", [], [], [type]);
    writeCall(writer, signature);
  }
  if (writer.random.chance(0.7)) keep(writer);
  writer.end("func.return", []);
  return `"func.func"() <{function_type = () -> (), sym_name = "main"}> ({\n${writer.text}}) : () -> ()\n`;
}

function writeFunction(writer: FoldableWriter, signature: Signature, options: Required<FlowOptions>): string {
  const { random } = writer;
  const { statements, slots, blocks, unreachable } = options;
  const { name, inputs, results, isPrivate } = signature;
  writer.begin();
  const visibility = isPrivate ? `, sym_visibility = "private"` : "";
  const header = `"func.func"() <{function_type = (${inputs.join(", ")}) -> (${results.join(", ")}), sym_name = "${name}"${visibility}}> ({\n`;
  if (isPrivate && unreachable && random.chance(0.1)) return `${header}}) : () -> ()\n`;
  const names = inputs.map((type) => writer.define(type));
  if (slots) for (let i = random.below(4); i > 0; i--) allocateSlot(writer);
  writer.statements(4 + random.below(statements + 1), 0);
  if (blocks && random.chance(0.4)) writeBlocks(writer, `${name}_`, () => writer.end("func.return", results));
  else writer.end("func.return", results);
  return `${header}^bb0(${names.map((value, i) => `${value}: ${inputs[i]!}`).join(", ")}):\n${writer.text}}) : () -> ()\n`;
}

function writeStatement(
  writer: FoldableWriter,
  depth: number,
  signatures: readonly Signature[],
  { slots, blocks }: Required<FlowOptions>,
): void {
  const { random } = writer;
  if (depth < 3 && random.chance(0.22)) {
    const write = random.pickWeighted([
      [5, scfIf],
      [3, scfFor],
      [2, scfWhile],
      [3, scfIndexSwitch],
      [blocks ? 1 : 0, scfExecuteRegion],
      [1, scfParallel],
    ]);
    write(writer, depth + 1);
    return;
  }
  const write = random.pickWeighted([
    [6, integer],
    [2, float],
    [2, compare],
    [2, select],
    [1, keep],
    [2, (at: FoldableWriter): void => writeCall(at, random.pick(signatures))],
    [slots ? 8 : 0, useSlot],
    [slots ? 1 : 0, allocateSlot],
  ]);
  write(writer);
}

function writeCall(writer: FoldableWriter, { name, inputs, results }: Signature): void {
  writer.op("func.call", writer.uses(inputs), inputs, results, `callee = @${name}`);
}
