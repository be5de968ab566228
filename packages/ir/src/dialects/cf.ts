import type { AssemblyDirective, AssemblyParser } from "../assembly/directive.ts";
import type { Type } from "../attributes/attribute.ts";
import type { Operation } from "../handles.ts";
import { getAttribute } from "../store/attributes.ts";
import { BARE } from "./region-edges.ts";
import { defineOdsDialect } from "./define-dialect.ts";
import type { Complain, DialectDefinition } from "./define-dialect.ts";
import { elementCount, elementTypeOf, shapeOf } from "../attributes/dense.ts";
import { constantInt, elementAt, elementsOf } from "../fold/elements.ts";
import { numbersOf, integerValue } from "../attributes/parts.ts";
import { integerArray } from "../assembly/attribute-formats.ts";
import { assert, br, condBr } from "./cf-patterns.ts";
import { switchPatterns } from "./cf-switch-patterns.ts";
import { denseArray, printTypedOperands } from "./index-list.ts";
import { denseArrayAttribute, integerElements, stringAttribute } from "./attribute-constraints.ts";
import { anyInteger, i1, many, one } from "./type-constraints.ts";

function countsIn(op: Operation, name: string): readonly number[] {
  return numbersOf(op.getAttr(name)).map(Number);
}

/** Verifies branch weights (`WeightedBranchOpInterface`, `mlir/lib/Interfaces/ControlFlowInterfaces.cpp`). */
function verifyWeights(op: Operation, complain: Complain): void {
  const weights = countsIn(op, "branch_weights");
  if (weights.length === 0) return;
  if (weights.length !== op.successors.length) {
    const counts = `${weights.length} vs ${op.successors.length}`;
    complain(`expects number of branch weights to match number of successors: ${counts}`, BARE);
  }
  if (weights.every((weight) => weight === 0)) complain("branch weights cannot all be zero", BARE);
}

function verifySegments(op: Operation, complain: Complain): void {
  const segments = countsIn(op, "case_operand_segments");
  if (segments.some((size) => size < 0)) complain("'case_operand_segments' attribute cannot have negative elements");
  const [, , rest = 0] = countsIn(op, "operandSegmentSizes");
  const total = segments.reduce((sum, size) => sum + size, 0);
  if (total !== rest) {
    const counts = `caseOperands count (${rest}) does not match with the total size (${total})`;
    complain(`${counts} specified in attribute 'case_operand_segments'`);
  }
}

function verifySwitch(op: Operation, complain: Complain): void {
  const { successors } = op;
  const values = op.getAttr("case_values")?.data;
  const flagType = op.operandTypes[0]!;
  const caseType = values?.kind === "dense" ? elementTypeOf(values.type)! : flagType;
  if (caseType !== flagType) {
    complain(`'flag' type ('${flagType.toString()}') should match case value type ('${caseType.toString()}')`);
  }
  const count = values?.kind === "dense" ? elementCount(shapeOf(values.type) ?? []) : 0;
  if (count !== successors.length - 1) {
    const destinations = `number of case destinations (${successors.length - 1})`;
    complain(`number of case values (${count}) should match ${destinations}`);
  }
}

/** Directive for switch cases: `default: ^a(…), 1: ^b, …` (`parseSwitchOpCases`). */
const switchCases: AssemblyDirective = {
  spaceBefore: false,
  binds: ["case_values", "case_operand_segments"],
  parse(parser) {
    parser.parseKeyword("default");
    parser.parsePunctuation(":");
    parser.parseSuccessor();
    parser.setOperandTypes("defaultOperands", parseOperands(parser, "defaultOperands"));
    const types: Type[] = [];
    const values: bigint[] = [];
    const segments: string[] = [];
    while (parser.parseOptionalPunctuation(",")) {
      values.push(parser.parseInteger());
      parser.parsePunctuation(":");
      parser.parseSuccessor();
      const before = parser.operandCount("caseOperands");
      types.push(...parseOperands(parser, "caseOperands"));
      segments.push(String(parser.operandCount("caseOperands") - before));
    }
    parser.setOperandTypes("caseOperands", types);
    parser.setAttribute("case_operand_segments", denseArray(parser, segments, 32));
    if (values.length === 0) return;
    const [flag] = parser.operandTypes("flag");
    const width = flag?.data.kind === "integer" ? flag.data.width : 32;
    const list = values.map((value) => BigInt.asIntN(width, value)).join(", ");
    parser.setAttribute(
      "case_values",
      parser.context.parseAttribute(`dense<[${list}]> : vector<${values.length}x${flag!}>`),
    );
  },
  print(printer) {
    printer.write("  default: ");
    const [first, ...cases] = printer.successors();
    printer.block(first!);
    printTypedOperands(printer, printer.operands("defaultOperands"));
    const values = printer.getAttr("case_values");
    const segments = numbersOf(printer.getAttr("case_operand_segments"));
    const operands = printer.operands("caseOperands");
    let next = 0;
    if (values === undefined) return;
    const numbers = elementsOf(values);
    cases.forEach((block, i) => {
      printer.write(",");
      printer.newline();
      printer.write(`  ${(numbers && elementAt(numbers, i)) ?? 0n}: `);
      printer.block(block);
      const count = Number(segments[i] ?? 0);
      printTypedOperands(printer, operands.slice(next, next + count));
      next += count;
    });
    printer.newline();
  },
};

/** Parses the optional operands of a successor: `('(' operands ':' types ')')?`. */
function parseOperands(parser: AssemblyParser, group: string): readonly Type[] {
  if (!parser.parseOptionalPunctuation("(")) return [];
  parser.parseOperandList(group);
  parser.parsePunctuation(":");
  const types = parser.parseTypeList();
  parser.parsePunctuation(")");
  return types;
}

/** Dialect cf (`mlir/include/mlir/Dialect/ControlFlow/IR/ControlFlowOps.td`). */
export const cf: DialectDefinition = defineOdsDialect({
  name: "cf",
  inliner: { isLegalToInline: true },
  isClosed: true,
  ops: () => ({
    assert: {
      attributes: { msg: { constraint: stringAttribute } },
      assemblyFormat: "$arg `,` $msg attr-dict",
      canonicalizationPatterns: assert,
      effects: ["write"],
      operands: [one("arg", i1)],
    },
    br: {
      traits: ["Pure", "Terminator"],
      successorNames: ["dest"],
      successorOperands: [{ name: "destOperands" }],
      successorFor: () => 0,
      canonicalizationPatterns: br,
      assemblyFormat: "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
      operands: [many("destOperands")],
    },
    cond_br: {
      traits: ["AttrSizedOperandSegments", "Pure", "Terminator"],
      interfaces: ["WeightedBranchOpInterface"],
      attributes: {
        branch_weights: { optional: true, format: integerArray(32) },
      },
      successorNames: ["trueDest", "falseDest"],
      successorFor(_op, [condition]) {
        const known = integerValue(condition);
        return known === undefined ? undefined : Number(known === 0n);
      },
      successorOperands: [{ name: "trueDestOperands" }, { name: "falseDestOperands" }],
      canonicalizationPatterns: condBr,
      assemblyFormat: `$condition (\`weights\` \`(\` $branch_weights^ \`)\`)? \`,\`
        $trueDest (\`(\` $trueDestOperands^ \`:\` type($trueDestOperands) \`)\`)? \`,\`
        $falseDest (\`(\` $falseDestOperands^ \`:\` type($falseDestOperands) \`)\`)? attr-dict`,
      operands: [one("condition", i1), many("trueDestOperands"), many("falseDestOperands")],
      verifySignature: verifyWeights,
      isPlainlyValid: (store, op) => getAttribute(store, op, "branch_weights") === undefined,
    },
    switch: {
      traits: ["AttrSizedOperandSegments", "Pure", "Terminator"],
      attributes: {
        case_operand_segments: { constraint: denseArrayAttribute(32) },
        case_values: { optional: true, constraint: integerElements },
      },
      operands: [one("flag", anyInteger), many("defaultOperands"), many("caseOperands")],
      assemblyFormat: "$flag `:` type($flag) `,` `[` `\\n` custom<Cases> `]` attr-dict",
      directives: { Cases: switchCases },
      successorFor(op, [flag]) {
        const known = constantInt(flag);
        if (known === undefined) return undefined;
        // The first successor is the default. The other successors belong to the cases.
        return (elementsOf(op.getAttr("case_values"))?.bits.indexOf(known) ?? -1) + 1;
      },
      successorOperands: [{ name: "defaultOperands" }, { name: "caseOperands", segments: "case_operand_segments" }],
      canonicalizationPatterns: switchPatterns,
      successors: "at least one",
      verifySignature: verifySegments,
      verify: verifySwitch,
    },
  }),
});
