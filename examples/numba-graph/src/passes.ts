import { definePass } from "@passwright/sdk";
import { OpBuilder, parseModule } from "@passwright/ir";
import type { Block, Operation } from "@passwright/ir";
import { BODIES, DECLARATIONS } from "./bodies.ts";

/** Maps each Python operator to an arith operation. */
const OPERATORS: { readonly [name: string]: string } = {
  "operator.add": "arith.addi",
  "operator.mul": "arith.muli",
  "operator.lt": "arith.cmpi",
};

const isPython = (name: string): boolean => name.startsWith("operator.") || name.startsWith("numpy.");

function bodyOf(module: Operation): Block {
  return module.getRegion(0).front as Block;
}

function isDeclaration(func: Operation): boolean {
  return func.name === "func.func" && func.getRegion(0).isEmpty;
}

function calleeOf(op: Operation): string | undefined {
  const callee = op.name === "func.call" ? op.getAttr("callee")?.toString() : undefined;
  return callee?.replace(/^@"?|"$/g, "");
}

/** Parses a text, and appends copies of the functions in the text to a module. */
function addFunctions(module: Operation, text: string): void {
  const parsed = parseModule(module.context, text, { file: "numpy.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(({ message }) => message).join("\n"));
  const builder = OpBuilder.atEnd(bodyOf(module));
  for (const func of bodyOf(parsed.op).operations) builder.clone(func);
}

export const checkCalls = definePass({
  name: "numba-check-calls",
  summary: "refuse functions of Python without a body",
  anchor: "builtin.module",
  runOnOperation(module: Operation, pass) {
    for (const func of bodyOf(module).operations) {
      const name = func.symbolName ?? "";
      if (!isDeclaration(func) || !isPython(name) || name in DECLARATIONS) continue;
      pass.emitError(`there is no body for ${name}`, func);
      pass.signalPassFailure();
    }
    pass.markAllAnalysesPreserved();
  },
});

export const pythonToStd = definePass({
  name: "numba-python-to-std",
  summary: "lower operators of Python to arith",
  anchor: "func.func",
  dependentDialects: ["arith"],
  statistics: { lowered: "calls lowered" },
  runOnOperation(func: Operation, pass) {
    const calls: Operation[] = [];
    func.walk((op) => void (calleeOf(op) !== undefined && calls.push(op)));
    for (const call of calls) {
      const name = OPERATORS[calleeOf(call) ?? ""];
      if (name === undefined) continue;
      const builder = OpBuilder.before(call);
      // The attribute stores the comparison predicate `slt` as the number 2.
      const attributes =
        name === "arith.cmpi" ? { predicate: builder.getIntegerAttr(builder.getIntegerType(64), 2) } : {};
      const state = { operands: call.operands, results: call.resultTypes, attributes };
      call.replaceAllUsesWith(builder.create(name, state));
      call.erase();
      pass.statistics.lowered.add();
    }
  },
});

/**
 * Adds the Python bodies of numpy functions. The bodies contain control flow and operators, and can call other numpy
 * functions. After adding bodies, the pass requests a jump back to `cfg-to-scf`.
 */
export const numpyToLinalg = definePass({
  name: "numba-numpy-to-linalg",
  summary: "give numpy functions their bodies, and go back for them",
  anchor: "builtin.module",
  dependentDialects: ["arith", "cf", "func"],
  statistics: { bodies: "bodies generated" },
  runOnOperation(module: Operation, pass) {
    const functions = bodyOf(module).operations;
    const declared = new Set(functions.map((func) => func.symbolName));
    let generated = 0;
    for (const func of functions) {
      const body = BODIES[func.symbolName ?? ""];
      if (body === undefined || !isDeclaration(func)) continue;
      func.erase();
      for (const [, name] of body.matchAll(/call @([\w.]+)/g)) {
        if (name === undefined || declared.has(name)) continue;
        declared.add(name);
        addFunctions(module, DECLARATIONS[name] ?? "");
      }
      addFunctions(module, body);
      generated++;
    }
    pass.statistics.bodies.add(generated);
    if (generated === 0) return;
    module.setAttr("pipeline.jump_target", OpBuilder.atEnd(bodyOf(module)).getStringAttr("cfg-to-scf"));
  },
});

export const markKernels = definePass({
  name: "numba-mark-kernels",
  summary: "mark public functions as kernels",
  anchor: "builtin.module",
  runOnOperation(module: Operation) {
    for (const func of bodyOf(module).operations) {
      if (func.name !== "func.func" || func.hasAttr("sym_visibility")) continue;
      func.setAttr("numba.kernel", OpBuilder.before(func).getUnitAttr());
    }
  },
});
