import type { Attribute, Type } from "../attributes/attribute.ts";
import { arrayElements, entriesOf, leafNameOf, typeValue } from "../attributes/parts.ts";
import { functionTypeOf } from "../function-signature.ts";
import type { Operation } from "../handles.ts";
import type { Store } from "../store/store.ts";
import { getSymbolVisibility } from "../symbol-table.ts";
import type { Complain } from "./define-dialect.ts";
import { argumentTypes, firstDifference, quoted, verifyTypes } from "./region-edges.ts";

/* Verifiers of functions and of operations that refer to functions: `mlir/lib/Dialect/Func/IR/FuncOps.cpp`. */

/**
 * Checks that the arguments of the entry block match the inputs of the function type (`FunctionOpInterface`,
 * `mlir/lib/Interfaces/FunctionInterfaces.cpp`).
 */
export function verifyFunction(op: Operation, complain: Complain): void {
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

/**
 * Returns whether a function has a body whose arguments match the function type, and no argument or result of the
 * function has attributes.
 */
export function isPlainFunction(store: Store, op: number): boolean {
  const type = functionTypeOf(store, op);
  const entry = store.regionFirstBlock[store.opFirstRegion[op]!]!;
  if (type === undefined || entry === 0 || store.opAttributes[op] !== 0) return false;
  if (entriesOf(store.context.attributes[store.opProperties[op]!]).length !== 2) return false;
  const first = store.blockFirstArgument[entry]!;
  return areTypes(type.inputs, store.blockArgumentCount[entry]!, (i) => store.valueType[first + i]!);
}

/** Returns whether the operands of a return have the result types of the enclosing function. */
export function isPlainReturn(store: Store, op: number): boolean {
  const type = functionTypeOf(store, store.parentOp(op));
  const first = store.opFirstOperand[op]!;
  const typeAt = (i: number): number => store.valueType[store.operandValue[first + i]!]!;
  return type !== undefined && areTypes(type.results, store.opOperandCount[op]!, typeAt);
}

function areTypes(types: readonly Type[], count: number, idAt: (index: number) => number): boolean {
  return types.length === count && types.every(({ id }, i) => id === idAt(i));
}

/**
 * Checks that a list has one dictionary for each argument or result, and that the dictionaries contain only dialect
 * attributes.
 */
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

/** Checks that the operands of a return match the results of the enclosing function. */
export function verifyReturn(op: Operation, complain: Complain): void {
  const func = op.parentOp!;
  const { results } = functionTypeOf(op.store, func.id)!;
  const name = `@${func.symbolName ?? ""}`;
  if (op.numOperands !== results.length)
    complain(`has ${op.numOperands} operands, but enclosing function (${name}) returns ${results.length}`);
  const describe = (found: string, wanted: string, i: number): string =>
    `type of return operand ${i} (${found}) doesn't match function result type (${wanted}) in function ${name}`;
  verifyTypes(op.operandTypes, results, complain, describe, { bare: true });
}

type Find = (symbol: Attribute) => Operation | undefined;

/** Checks that the operand and result types of a call match the type of the called function. */
export function verifyCall(op: Operation, find: Find, complain: Complain): void {
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

/** Checks that the result of a `func.constant` has the type of the function that the constant refers to. */
export function verifyReference(op: Operation, find: Find, complain: Complain): void {
  const value = op.getAttr("value")!;
  const found = find(value);
  if (found?.name !== "func.func") return complain(`reference to undefined function '${leafNameOf(value)}'`);
  if (typeValue(found.getAttr("function_type")) !== op.resultTypes[0])
    complain("reference to function with mismatched type");
}
