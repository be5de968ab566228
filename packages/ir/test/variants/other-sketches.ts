import { block, inFunction, inModule, sketch } from "./sketch.ts";
import type { Sketch } from "./sketch.ts";

const ret = sketch("func.return");
const declared = { sym_name: '"g"', sym_visibility: '"private"', function_type: "(i32) -> i32" };

function branch(name: string, operands: readonly string[], successors: readonly number[], properties = {}): Sketch {
  return sketch(`cf.${name}`, operands, [], { successors, properties });
}

/** Valid operations of cf. */
export const cfSketches: readonly Sketch[] = [
  inFunction(sketch("cf.assert", ["i1"], [], { properties: { msg: '"text"' } })),
  inFunction(block([], branch("br", [], [1])), block([], ret)),
  inFunction(block([], branch("br", ["i32", "f32"], [1])), block(["i32", "f32"], ret)),
  inFunction(
    block(
      [],
      branch("cond_br", ["i1", "i32"], [1, 2], {
        operandSegmentSizes: "array<i32: 1, 1, 0>",
        branch_weights: "array<i32: 3, 5>",
      }),
    ),
    block(["i32"], ret),
    block([], ret),
  ),
  inFunction(
    block(
      [],
      branch("switch", ["i32", "f32", "i32", "i32"], [1, 2, 2], {
        case_values: "dense<[4, 7]> : vector<2xi32>",
        case_operand_segments: "array<i32: 1, 1>",
        operandSegmentSizes: "array<i32: 1, 1, 2>",
      }),
    ),
    block(["f32"], ret),
    block(["i32"], ret),
  ),
  inFunction(
    block(
      [],
      branch("switch", ["i64"], [1], {
        case_operand_segments: "array<i32>",
        operandSegmentSizes: "array<i32: 1, 0, 0>",
      }),
    ),
    block([], ret),
  ),
];

/** Valid operations of func. */
export const funcSketches: readonly Sketch[] = [
  inModule(sketch("func.func", [], [], { properties: declared, regions: [[]] })),
  inModule(
    sketch("func.func", [], [], {
      properties: {
        sym_name: '"g"',
        function_type: "(i32, f32) -> i32",
        no_inline: "unit",
        arg_attrs: "[{test.a = 1 : i32}, {}]",
        res_attrs: "[{test.b}]",
      },
      regions: [[block(["i32", "f32"], sketch("func.return", ["i32"]))]],
    }),
  ),
  inFunction(
    sketch("func.call", ["i32", "f32"], ["i32", "f32"], {
      properties: { callee: "@callee", no_inline: "unit", arg_attrs: "[{}, {}]", res_attrs: "[{}, {}]" },
    }),
  ),
  inFunction(
    sketch("func.call_indirect", ["(i32) -> f32", "i32"], ["f32"], {
      properties: { arg_attrs: "[{}]", res_attrs: "[{}]" },
    }),
  ),
  inFunction(sketch("func.constant", [], ["(i32, f32) -> (i32, f32)"], { properties: { value: "@callee" } })),
];

/** Valid operations of builtin and ub. */
export const builtinSketches: readonly Sketch[] = [
  inModule(
    sketch("builtin.module", [], [], {
      properties: { sym_name: '"inner"', sym_visibility: '"private"' },
      regions: [[block([])]],
    }),
  ),
  inFunction(sketch("builtin.unrealized_conversion_cast", ["i32", "f32"], ["i64"])),
  inFunction(sketch("ub.poison", [], ["i32"], { properties: { value: "#ub.poison" } })),
  inFunction(block([], sketch("ub.unreachable"))),
];
