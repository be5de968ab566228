import type { AssemblyParser } from "../assembly/assembly-parser.ts";
import type { AssemblyDirective } from "../assembly/directive.ts";
import { entriesOf, indexTypes, parseIndexList, printAll, printIndexList, staticEntries } from "./index-list.ts";
import { entryArguments, parseAssignments, parseInductions, printCarried, setTypes } from "./scf-assembly.ts";

/**
 * Directive for the header of `scf.forall`: `(%i) in (%n)` or `(%i) = (0) to (%n) step (1)`, then
 * `shared_outs(%o = %t) -> (types)`.
 */
export const forallHeader: AssemblyDirective = {
  binds: ["staticLowerBound", "staticUpperBound", "staticStep"],
  parse(parser) {
    const inductions = parseInductions(parser);
    const [lower, upper, step] = parseBounds(parser, inductions.length);
    const at = parser.getLocation();
    const hasOutputs = parser.parseOptionalKeyword("shared_outs");
    const outputs = hasOutputs ? parseAssignments(parser, "outputs") : [];
    const types = hasOutputs ? parser.parseOptionalArrowTypes() : [];
    if (outputs.length !== types.length) {
      const counts = `got ${outputs.length} operands and ${types.length} types`;
      parser.fail(`number of operands and types do not match: ${counts}`, at);
    }
    for (const group of ["dynamicLowerBound", "dynamicUpperBound", "dynamicStep"]) {
      parser.setOperandTypes(group, indexTypes(parser, group));
    }
    parser.setOperandTypes("outputs", types);
    parser.setResultTypes("results", types);
    parser.setAttribute("staticLowerBound", staticEntries(parser, lower));
    parser.setAttribute("staticUpperBound", staticEntries(parser, upper));
    parser.setAttribute("staticStep", staticEntries(parser, step));
    setTypes(outputs, types);
    parser.setRegionArguments([...inductions, ...outputs]);
  },
  print(printer) {
    const inputs = entryArguments(printer);
    const lower = entriesOf(printer, "staticLowerBound");
    const upper = entriesOf(printer, "staticUpperBound");
    const step = entriesOf(printer, "staticStep");
    printAll(printer, "(", inputs.slice(0, upper.length), ")");
    const isNormalized = lower.every((value) => value === "0") && step.every((value) => value === "1");
    if (isNormalized) {
      printer.write(" in ");
      printIndexList(printer, "dynamicUpperBound", upper, "(");
    } else {
      printer.write(" = ");
      printIndexList(printer, "dynamicLowerBound", lower, "(");
      printer.write(" to ");
      printIndexList(printer, "dynamicUpperBound", upper, "(");
      printer.write(" step ");
      printIndexList(printer, "dynamicStep", step, "(");
    }
    printCarried(printer, "shared_outs", inputs.slice(upper.length), printer.operands("outputs"));
  },
};

function parseBounds(
  parser: AssemblyParser,
  rank: number,
): readonly [readonly string[], readonly string[], readonly string[]] {
  if (parser.parseOptionalKeyword("in")) {
    const upper = parseIndexList(parser, "dynamicUpperBound", "(");
    return [Array.from({ length: rank }, () => "0"), upper, Array.from({ length: rank }, () => "1")];
  }
  parser.parsePunctuation("=");
  const lower = parseIndexList(parser, "dynamicLowerBound", "(");
  parser.parseKeyword("to");
  const upper = parseIndexList(parser, "dynamicUpperBound", "(");
  parser.parseKeyword("step");
  return [lower, upper, parseIndexList(parser, "dynamicStep", "(")];
}
