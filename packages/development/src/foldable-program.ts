import { writeBlocks } from "./foldable-blocks.ts";
import { call, cast, compare, extended, float, integer, keep, memory, select } from "./foldable-operations.ts";
import { scfExecuteRegion, scfFor, scfIf, scfIndexSwitch, scfParallel, scfWhile } from "./foldable-regions.ts";
import { FoldableWriter, types } from "./foldable-writer.ts";

/*
 * Random programs that passes can simplify in many ways. The programs contain few different values, many neutral or
 * extreme constants, conditions whose value is known inside a region, loops with one iteration, blocks that only jump,
 * and values that a loop does not change.
 */

export interface FoldableProgram {
  readonly seed: number;
  /** Text in generic form, with a single `builtin.module`. Needs --allow-unregistered-dialect. */
  readonly text: string;
  /** Number of occurrences of each operation, sorted by name. */
  readonly histogram: ReadonlyMap<string, number>;
}

/** Returns a random program. The same seed always gives the same program. */
export function generateFoldableProgram(seed: number, functions = 3): FoldableProgram {
  const writer = new FoldableWriter(seed, writeStatement);
  const texts = Array.from({ length: functions }, (_, i) => writeFunction(writer, `f${i}`));
  const histogram = new Map([...writer.histogram].sort(([a], [b]) => (a < b ? -1 : 1)));
  const callee = `"func.func"() <{function_type = (i32, i1, index, f32, i8, i64) -> (), sym_name = "callee", sym_visibility = "private"}> ({}) : () -> ()\n`;
  return { seed, text: `"builtin.module"() ({\n${callee}${texts.join("")}}) : () -> ()\n`, histogram };
}

function writeFunction(writer: FoldableWriter, name: string): string {
  const { random } = writer;
  writer.begin();
  const inputs = ["i32", "i1", "index", "f32", "i8", "i64"];
  const names = inputs.map((type) => writer.define(type));
  const results = Array.from({ length: random.below(3) }, () => random.pick(types));
  const header = `"func.func"() <{function_type = (${inputs.join(", ")}) -> (${results.join(", ")}), sym_name = "${name}"}> ({\n`;
  const entry = `^bb0(${names.map((value, i) => `${value}: ${inputs[i]!}`).join(", ")}):\n`;
  writer.statements(4 + random.below(10), 0);
  if (random.chance(0.5)) writeBlocks(writer, `${name}_`, () => writer.end("func.return", results));
  else writer.end("func.return", results);
  return `${header}${entry}${writer.text}}) : () -> ()\n`;
}

function writeStatement(writer: FoldableWriter, depth: number): void {
  const { random } = writer;
  if (depth < 3 && random.chance(0.18)) {
    const write = random.pickWeighted([
      [4, scfIf],
      [3, scfFor],
      [2, scfWhile],
      [1, scfIndexSwitch],
      [1, scfExecuteRegion],
      [1, scfParallel],
    ]);
    write(writer, depth + 1);
    return;
  }
  const write = random.pickWeighted([
    [9, integer],
    [3, float],
    [4, compare],
    [3, select],
    [6, cast],
    [1, extended],
    [2, keep],
    [1, memory],
    [1, call],
    [1, check],
  ]);
  write(writer);
}

function check(writer: FoldableWriter): void {
  writer.op("cf.assert", [writer.use("i1")], ["i1"], [], 'msg = "no"');
}
