import { flatSymbol } from "../assembly/attribute-formats.ts";
import type { Type } from "../attributes/attribute.ts";
import { matchConstant } from "../fold/constants.ts";
import { functionTypeOf } from "../function-signature.ts";
import type { Operation, Block, Value } from "../handles.ts";
import type { Store } from "../store/store.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import { getSymbolVisibility } from "../symbol-table.ts";
import { dictionaries, stringAttribute, typeAttribute } from "./attribute-constraints.ts";
import { defineOdsDialect } from "./define-dialect.ts";
import type { Complain, DialectDefinition, OpDefinition, DialectInliner } from "./define-dialect.ts";
import { functionBody, functionSignature, partsOfFunction } from "./func-assembly.ts";
import { verifyCall, verifyReference } from "./func-verify.ts";
import { allOperands } from "./op-interfaces.ts";
import type { TypeRelation } from "./op-structure.ts";
import { functionType, many, one } from "./type-constraints.ts";
import { OpBuilder } from "../builder.ts";

/**
 * Inlining rules of func: functions and calls can be inlined unless they have `no_inline`
 * (`mlir/lib/Dialect/Func/Extensions/InlinerExtension.cpp`).
 */
export const funcInliner: DialectInliner = {
  isLegalToInlineCall: (call, callable) => !call.hasAttr("no_inline") && !callable.hasAttr("no_inline"),
  isLegalToInlineRegion: () => true,
  isLegalToInline: true,
  handleTerminator(terminator: Operation, to: Block | readonly Value[]) {
    if (terminator.name !== "func.return") return;
    if (isList(to)) {
      terminator.operands.forEach((value, i) => to[i]!.replaceAllUsesWith(value));
      return;
    }
    OpBuilder.before(terminator).create("cf.br", { operands: terminator.operands, successors: [to] });
    terminator.erase();
  },
};

function isList(to: Block | readonly Value[]): to is readonly Value[] {
  return Array.isArray(to);
}

/**
 * Checks that the arguments of the entry block match the inputs of the function type (`FunctionOpInterface`,
 * `mlir/lib/Interfaces/FunctionInterfaces.cpp`).
 */
function verifyFunction(op: Operation, complain: Complain): void {
  const type = functionTypeOf(op.store, op.id);
  if (type === undefined) return;
  const { inputs, results } = type;
  verifyDictionaries(op, "arg_attrs", inputs.length, complain);
  verifyDictionaries(op, "res_attrs", results.length, complain);
  // Uses ids instead of handles, because a module can have thousands of functions.
  const { store } = op;
  const entry = store.regionFirstBlock[store.opFirstRegion[op.id]!]!;
  if (entry === 0) {
    if (getSymbolVisibility(op) === "public") complain("symbol declaration cannot have public visibility");
    return;
  }
  if (store.blockArgumentCount[entry] !== inputs.length) {
    complain(`entry block must have ${inputs.length} arguments to match function signature`);
    return;
  }
  inputs.forEach((input, i) => {
    const argument = { type: store.context.types[store.valueType[store.blockFirstArgument[entry]! + i]!]! };
    if (argument.type === input) return;
    complain(
      `type of entry block argument #${i}(${quote(argument.type)}) must match the type of the corresponding argument in function signature(${quote(input)})`,
    );
  });
}

/**
 * Returns whether a function has a body whose arguments match the function type, and no argument or result of the
 * function has attributes.
 */
function isPlainFunction(store: Store, op: number): boolean {
  const type = functionTypeOf(store, op);
  const entry = store.regionFirstBlock[store.opFirstRegion[op]!]!;
  const properties = store.context.attributes[store.opProperties[op]!]?.data;
  if (type === undefined || entry === 0 || store.opAttributes[op] !== 0) return false;
  if (properties?.kind !== "dictionary" || properties.entries.length !== 2) return false;
  return areTypes(type.inputs, store.valueType, store.blockFirstArgument[entry]!, store.blockArgumentCount[entry]!);
}

/** Returns whether the operands of a return have the result types of the enclosing function. */
function isPlainReturn(store: Store, op: number): boolean {
  const parent = store.parentOp(op);
  const type = parent === 0 ? undefined : functionTypeOf(store, parent);
  const count = store.opOperandCount[op]!;
  if (type === undefined || type.results.length !== count) return false;
  const first = store.opFirstOperand[op]!;
  for (let i = 0; i < count; i++)
    if (store.valueType[store.operandValue[first + i]!] !== type.results[i]!.id) return false;
  return true;
}

/** Returns whether the `count` values from id `first` on have the types `types`. */
function areTypes(types: readonly Type[], valueType: Int32Array, first: number, count: number): boolean {
  if (types.length !== count) return false;
  for (let i = 0; i < count; i++) if (valueType[first + i] !== types[i]!.id) return false;
  return true;
}

/**
 * Checks that a list has one dictionary for each argument or result, and that the dictionaries contain only dialect
 * attributes.
 */
function verifyDictionaries(op: Operation, name: "arg_attrs" | "res_attrs", count: number, complain: Complain): void {
  const data = op.getAttr(name)?.data;
  if (data?.kind !== "array") return;
  const what = name === "arg_attrs" ? "argument" : "result";
  if (data.elements.length !== count) {
    complain(
      `expects ${what} attribute array to have the same number of elements as the number of function ${what}s, got ${data.elements.length}, but expected ${count}`,
    );
  }
  for (const element of data.elements) {
    if (element.data.kind !== "dictionary") continue;
    if (element.data.entries.some((entry) => !entry.name.includes("."))) {
      complain(`${what}s may only have dialect attributes`);
    }
  }
}

function quote(type: { toString(): string }): string {
  return `'${type.toString()}'`;
}

/** Checks that the operands of a return match the results of the enclosing function. */
function verifyReturn(op: Operation, complain: Complain): void {
  const func = op.parentOp;
  const results = func && functionTypeOf(op.store, func.id)?.results;
  if (func === undefined || results === undefined) return;
  if (op.numOperands !== results.length) {
    complain(
      `has ${op.numOperands} operands, but enclosing function (@${func.symbolName ?? ""}) returns ${results.length}`,
    );
    return;
  }
  const { store } = op;
  results.forEach((result, i) => {
    const value = store.operandValue[store.opFirstOperand[op.id]! + i]!;
    const operand = store.context.types[store.valueType[value]!]!;
    if (operand === result) return;
    complain(
      `type of return operand ${i} (${quote(operand)}) doesn't match function result type (${quote(result)}) in function @${func.symbolName ?? ""}`,
      { bare: true },
    );
  });
}

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

/**
 * Returns a constraint on indirect calls: the operands or the results of the call must match the type of the callee.
 */
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
  inliner: funcInliner,
  isClosed: true,
  /** Creates `func.constant` for a reference to a function (`FuncDialect::materializeConstant`). */
  materializeConstant(builder, value, type) {
    const isReference = value.data.kind === "symbol" && value.data.nested.length === 0 && type.kind === "function";
    return isReference ? builder.create("func.constant", { results: [type], attributes: { value } }) : undefined;
  },
  ops: {
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
      regions: 1,
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
      interfaces: ["SymbolUserOpInterface"],
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
      interfaces: ["OpAsmOpInterface", "SymbolUserOpInterface"],
      attributes: { value: { format: flatSymbol } },
      assemblyFormat: "attr-dict $value `:` type($result)",
      resultNames: ["f"],
      fold: (op) => op.attr("value"),
      verifySymbolUses: verifyReference,
      results: [one("result")],
    },
  },
});
