import type { Attribute, Type } from "../attributes/attribute.ts";
import { functionTypeOf } from "../function-signature.ts";
import type { Operation } from "../handles.ts";
import { textOf } from "../text/bytes.ts";
import type { Complain } from "./define-dialect.ts";

/* Verifiers of operations that refer to functions: `mlir/lib/Dialect/Func/IR/FuncOps.cpp`. */

type Find = (symbol: Attribute) => Operation | undefined;

function nameOf(symbol: Attribute | undefined): string {
  return symbol?.data.kind === "symbol" ? textOf(symbol.data.nested.at(-1) ?? symbol.data.root) : "";
}

function quoteAll(types: readonly Type[]): string {
  return types.map((type) => `'${type.toString()}'`).join(", ");
}

/** Checks that the operand and result types of a call match the type of the called function. */
export function verifyCall(op: Operation, find: Find, complain: Complain): void {
  const callee = op.getAttr("callee");
  if (callee?.data.kind !== "symbol") {
    complain("requires a 'callee' symbol reference attribute");
    return;
  }
  const found = find(callee);
  const type = found?.name === "func.func" ? functionTypeOf(found.store, found.id) : undefined;
  if (type === undefined) {
    complain(`'${nameOf(callee)}' does not reference a valid function`);
    return;
  }
  const { operandTypes, resultTypes } = op;
  if (operandTypes.length !== type.inputs.length) complain("incorrect number of operands for callee");
  type.inputs.forEach((input, i) => {
    if (operandTypes[i] === input) return;
    complain(
      `operand type mismatch: expected operand type '${input.toString()}', but provided '${String(operandTypes[i])}' for operand number ${i}`,
    );
  });
  if (resultTypes.length !== type.results.length) complain("incorrect number of results for callee");
  type.results.forEach((result, i) => {
    if (resultTypes[i] === result) return;
    const notes = [
      { message: `      op result types: ${quoteAll(resultTypes)}`, op },
      { message: `function result types: ${quoteAll(type.results)}`, op },
    ];
    complain(`result type mismatch at index ${i}`, { notes });
  });
}

/** Checks that the result of a `func.constant` has the type of the function that the constant refers to. */
export function verifyReference(op: Operation, find: Find, complain: Complain): void {
  const value = op.getAttr("value");
  if (value?.data.kind !== "symbol") return;
  const found = find(value);
  if (found?.name !== "func.func") {
    complain(`reference to undefined function '${nameOf(value)}'`);
    return;
  }
  const type = found.getAttr("function_type")?.data;
  if (type?.kind === "type" && type.type !== op.resultTypes[0]) {
    complain("reference to function with mismatched type");
  }
}
