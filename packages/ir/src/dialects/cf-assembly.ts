import type { AssemblyParser } from "../assembly/assembly-parser.ts";
import type { AssemblyDirective } from "../assembly/directive.ts";
import type { Type } from "../attributes/attribute.ts";
import { numbersOf } from "../attributes/parts.ts";
import { elementAt, elementsOf } from "../fold/elements.ts";
import { printTypedOperands } from "./index-list.ts";

/**
 * Directive for switch cases: `default: ^a(…), 1: ^b, …` (`parseSwitchOpCases` in
 * `mlir/lib/Dialect/ControlFlow/IR/ControlFlowOps.cpp`).
 */
export const switchCases: AssemblyDirective = {
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
    const { context } = parser;
    const elementType = context.internType({ kind: "integer", width: 32, signedness: "signless" });
    parser.setAttribute(
      "case_operand_segments",
      context.internAttribute({ kind: "dense-array", elementType, values: segments }),
    );
    if (values.length === 0) return;
    const [flag] = parser.operandTypes("flag");
    const width = flag?.data.kind === "integer" ? flag.data.width : 32;
    const list = values.map((value) => BigInt.asIntN(width, value)).join(", ");
    parser.setAttribute("case_values", context.parseAttribute(`dense<[${list}]> : vector<${values.length}x${flag!}>`));
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
