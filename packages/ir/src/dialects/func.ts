import { flatSymbol } from "../assembly/attribute-formats.ts";
import type { Type } from "../attributes/attribute.ts";
import { arrayElements, entriesOf, leafNameOf, typeValue } from "../attributes/parts.ts";
import { matchConstant } from "../fold/constants.ts";
import { functionTypeOf } from "../function-signature.ts";
import { Block } from "../handles.ts";
import type { Operation, Value } from "../handles.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import type { Store } from "../store/store.ts";
import { getSymbolVisibility } from "../symbol-table.ts";
import { dictionaries, stringAttribute, typeAttribute } from "./attribute-constraints.ts";
import { defineOdsDialect } from "./define-dialect.ts";
import type { Complain, DialectDefinition, OpDefinition, DialectInliner } from "./define-dialect.ts";
import { functionBody, functionSignature, partsOfFunction } from "./func-assembly.ts";
import { allOperands } from "./op-interfaces.ts";
import type { TypeRelation } from "./op-structure.ts";
import { argumentTypes, firstDifference, quoted, verifyTypes } from "./region-edges.ts";
import { functionType, many, one } from "./type-constraints.ts";
import { OpBuilder } from "../builder.ts";

/** Inlining rules of func (`mlir/lib/Dialect/Func/Extensions/InlinerExtension.cpp`). */
const inliner: DialectInliner = {
  isLegalToInlineCall: (call, callable) => !call.hasAttr("no_inline") && !callable.hasAttr("no_inline"),
  isLegalToInlineRegion: () => true,
  isLegalToInline: true,
  handleTerminator(terminator: Operation, to: Block | readonly Value[]) {
    if (to instanceof Block) {
      OpBuilder.before(terminator).create("cf.br", { operands: terminator.operands, successors: [to] });
      terminator.erase();
    } else terminator.operands.forEach((value, i) => to[i]!.replaceAllUsesWith(value));
  },
};

/** Replaces an indirect call of a known function by a direct call (`CallIndirectOp::canonicalize`). */
const callOfKnown: OpRewritePattern = {
  name: "func.call_indirect",
  matchAndRewrite(op, rewriter) {
    const [callee, ...operands] = op.operands;
    const symbol = matchConstant(callee!);
    if (symbol?.data.kind !== "symbol") return false;
    rewriter.replaceOpWithNewOp(op, "func.call", { operands, results: op.resultTypes, attributes: { callee: symbol } });
    return true;
  },
};

/** The operands or the results of an indirect call must match the type of the callee. */
function calleeTakes(part: "inputs" | "results", what: string, given: string): TypeRelation {
  return {
    description: `callee ${what} types match ${given} types`,
    holds(typesOf) {
      const wanted = partsOfFunction(typesOf("callee")[0], part);
      const found = typesOf(part === "inputs" ? "callee_operands" : "results");
      return wanted.length === found.length && wanted.every((type, i) => type === found[i]);
    },
  };
}

const signatureAttributes: NonNullable<OpDefinition["attributes"]> = {
  arg_attrs: { optional: true, constraint: dictionaries },
  res_attrs: { optional: true, constraint: dictionaries },
};

/** Dialect func (`mlir/include/mlir/Dialect/Func/IR/FuncOps.td`). */
export const func: DialectDefinition = defineOdsDialect({
  name: "func",
  inliner,
  isClosed: true,
  /** Creates `func.constant` for a reference to a function (`FuncDialect::materializeConstant`). */
  materializeConstant(builder, value, type) {
    const isReference = value.data.kind === "symbol" && value.data.nested.length === 0 && type.kind === "function";
    return isReference ? builder.create("func.constant", { results: [type], attributes: { value } }) : undefined;
  },
  ops: () => ({
    func: {
      traits: ["AffineScope", "AutomaticAllocationScope", "IsolatedFromAbove", "Symbol"],
      interfaces: ["FunctionOpInterface", "OpAsmOpInterface"],
      callable: { region: (op) => (op.getRegion(0).isEmpty ? undefined : op.getRegion(0)) },
      regionNames: ["body"],
      assemblyFormat: "custom<Signature> (region($body, hide-arguments)^ custom<Body>)?",
      directives: { Signature: functionSignature, Body: functionBody },
      defaultDialect: "func",
      attributes: {
        sym_name: { constraint: stringAttribute },
        function_type: { constraint: typeAttribute("type attribute of function type", "function") },
        sym_visibility: { optional: true, constraint: stringAttribute },
        ...signatureAttributes,
        no_inline: { optional: true, unit: true },
      },
      verify: verifyFunction,
      isPlainlyValid: isPlainFunction,
    },
    return: {
      traits: ["Pure", "HasParent", "ReturnLike"],
      parents: ["func.func"],
      assemblyFormat: "attr-dict ($operands^ `:` type($operands))?",
      operands: [many("operands")],
      verify: verifyReturn,
      isPlainlyValid: isPlainReturn,
    },
    call: {
      call: { callee: (op) => op.getAttr("callee"), argumentsOf: allOperands },
      assemblyFormat: "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
      attributes: {
        callee: { format: flatSymbol },
        ...signatureAttributes,
        no_inline: { optional: true, unit: true },
      },
      verifySymbolUses: verifyCall,
      operands: [many("operands")],
      results: [many("results")],
    },
    call_indirect: {
      canonicalizationPatterns: [callOfKnown],
      call: {
        callee: (op) => op.getOperand(0),
        argumentsOf: (op) => ({ start: 1, count: op.numOperands - 1 }),
      },
      assemblyFormat: "$callee `(` $callee_operands `)` attr-dict `:` type($callee)",
      inferTypes: {
        callee_operands: (known) => partsOfFunction(known.types("callee")[0], "inputs"),
        results: (known) => partsOfFunction(known.types("callee")[0], "results"),
      },
      attributes: signatureAttributes,
      relations: [calleeTakes("inputs", "input", "argument"), calleeTakes("results", "result", "result")],
      operands: [one("callee", functionType), many("callee_operands")],
      results: [many("results")],
    },
    constant: {
      traits: ["ConstantLike", "Pure"],
      interfaces: ["OpAsmOpInterface"],
      attributes: { value: { format: flatSymbol } },
      assemblyFormat: "attr-dict $value `:` type($result)",
      resultNames: ["f"],
      fold: (op) => op.attr("value"),
      verifySymbolUses: verifyReference,
      results: [one("result")],
    },
  }),
});

/* Verifiers of functions and of operations that refer to functions: `mlir/lib/Dialect/Func/IR/FuncOps.cpp`. */

/** Compares the entry block with the function type (`mlir/lib/Interfaces/FunctionInterfaces.cpp`). */
function verifyFunction(op: Operation, complain: Complain): void {
  const { inputs, results } = functionTypeOf(op.store, op.id)!;
  verifyDictionaries(op, "arg_attrs", inputs.length, complain);
  verifyDictionaries(op, "res_attrs", results.length, complain);
  const entry = op.getRegion(0).front;
  if (entry === undefined) {
    if (getSymbolVisibility(op) === "public") complain("symbol declaration cannot have public visibility");
    return;
  }
  if (entry.numArguments !== inputs.length)
    complain(`entry block must have ${inputs.length} arguments to match function signature`);
  const describe = (found: string, wanted: string, i: number): string =>
    `type of entry block argument #${i}(${found}) must match the type of the corresponding argument in function signature(${wanted})`;
  verifyTypes(argumentTypes(entry), inputs, complain, describe);
}

/** Returns whether the function type matches the body, and no argument or result has attributes. */
function isPlainFunction(store: Store, op: number): boolean {
  const type = functionTypeOf(store, op);
  const entry = store.regionFirstBlock[store.opFirstRegion[op]!]!;
  if (type === undefined || entry === 0 || store.opAttributes[op] !== 0) return false;
  if (entriesOf(store.context.attributes[store.opProperties[op]!]).length !== 2) return false;
  const first = store.blockFirstArgument[entry]!;
  return areTypes(type.inputs, store.blockArgumentCount[entry]!, (i) => store.valueType[first + i]!);
}

function isPlainReturn(store: Store, op: number): boolean {
  const type = functionTypeOf(store, store.parentOp(op));
  const first = store.opFirstOperand[op]!;
  const typeAt = (i: number): number => store.valueType[store.operandValue[first + i]!]!;
  return type !== undefined && areTypes(type.results, store.opOperandCount[op]!, typeAt);
}

function areTypes(types: readonly Type[], count: number, idAt: (index: number) => number): boolean {
  return types.length === count && types.every(({ id }, i) => id === idAt(i));
}

/** A list must have one dictionary of dialect attributes for each argument or result. */
function verifyDictionaries(op: Operation, name: "arg_attrs" | "res_attrs", count: number, complain: Complain): void {
  const attribute = op.getAttr(name);
  if (attribute === undefined) return;
  const what = name === "arg_attrs" ? "argument" : "result";
  const dictionaries = arrayElements(attribute);
  if (dictionaries.length !== count) {
    complain(
      `expects ${what} attribute array to have the same number of elements as the number of function ${what}s, got ${dictionaries.length}, but expected ${count}`,
    );
  }
  if (dictionaries.flatMap(entriesOf).some((entry) => !entry.name.includes(".")))
    complain(`${what}s may only have dialect attributes`);
}

function verifyReturn(op: Operation, complain: Complain): void {
  const func = op.parentOp!;
  const { results } = functionTypeOf(op.store, func.id)!;
  const name = `@${func.symbolName ?? ""}`;
  if (op.numOperands !== results.length)
    complain(`has ${op.numOperands} operands, but enclosing function (${name}) returns ${results.length}`);
  const describe = (found: string, wanted: string, i: number): string =>
    `type of return operand ${i} (${found}) doesn't match function result type (${wanted}) in function ${name}`;
  verifyTypes(op.operandTypes, results, complain, describe, { bare: true });
}

type Find = Parameters<NonNullable<OpDefinition["verifySymbolUses"]>>[1];

function verifyCall(op: Operation, find: Find, complain: Complain): void {
  const callee = op.getAttr("callee") ?? complain("requires a 'callee' symbol reference attribute");
  const found = find(callee);
  const type = found?.name === "func.func" ? functionTypeOf(found.store, found.id) : undefined;
  if (type === undefined) return complain(`'${leafNameOf(callee)}' does not reference a valid function`);
  const { operandTypes, resultTypes } = op;
  if (operandTypes.length !== type.inputs.length) complain("incorrect number of operands for callee");
  const describe = (operand: string, input: string, i: number): string =>
    `operand type mismatch: expected operand type ${input}, but provided ${operand} for operand number ${i}`;
  verifyTypes(operandTypes, type.inputs, complain, describe);
  if (resultTypes.length !== type.results.length) complain("incorrect number of results for callee");
  const index = firstDifference(resultTypes, type.results);
  if (index < 0) return;
  const notes = [
    { message: `      op result types: ${quoted(resultTypes)}`, op },
    { message: `function result types: ${quoted(type.results)}`, op },
  ];
  complain(`result type mismatch at index ${index}`, { notes });
}

function verifyReference(op: Operation, find: Find, complain: Complain): void {
  const value = op.getAttr("value")!;
  const found = find(value);
  if (found?.name !== "func.func") return complain(`reference to undefined function '${leafNameOf(value)}'`);
  if (typeValue(found.getAttr("function_type")) !== op.resultTypes[0])
    complain("reference to function with mismatched type");
}
