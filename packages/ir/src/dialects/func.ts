import { flatSymbol } from "../assembly/attribute-formats.ts";
import { matchConstant } from "../fold/constants.ts";
import type { Operation, Block, Value } from "../handles.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import { dictionaries, stringAttribute, typeAttribute } from "./attribute-constraints.ts";
import { defineOdsDialect } from "./define-dialect.ts";
import type { DialectDefinition, OpDefinition, DialectInliner } from "./define-dialect.ts";
import { functionBody, functionSignature, partsOfFunction } from "./func-assembly.ts";
import {
  isPlainFunction,
  isPlainReturn,
  verifyCall,
  verifyFunction,
  verifyReference,
  verifyReturn,
} from "./func-verify.ts";
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
  },
});
