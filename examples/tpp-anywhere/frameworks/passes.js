import { createMlirAdapter, Context, defineDialect, dialects, OpBuilder } from "@passwright/ir";
import { definePass } from "@passwright/sdk";

/* Common parts of the three compilers: tiles as tensors, their bufferization, and their lowering. */

const binary = { summary: "combines two tiles element by element" };
const tile = defineDialect({ name: "tile", ops: { add: binary, mul: binary } });
const all = [...dialects, tile];

/** MLIR adapter with the standard dialects and the dialect of tiles. */
export const ir = createMlirAdapter(new Context({ dialects: all }), all);

const isTensor = ({ type }) => String(type).startsWith("tensor<");
const bufferOf = (type) => type.context.parseType(String(type).replace(/^tensor/, "memref"));

/**
 * Makes a pass that turns tensors into buffers: each operation whose result is a tensor writes into a new buffer
 * instead.
 */
export const bufferization = (name, declaration) =>
  definePass({
    name,
    summary: "Turns tensors into buffers",
    anchor: "func.func",
    ...declaration,
    runOnOperation(func) {
      const entry = func.regions[0].front;
      if (entry === undefined) return;
      for (const argument of entry.arguments) if (isTensor(argument)) argument.setType(bufferOf(argument.type));
      for (const op of Array.from(entry.operations)) {
        if (op.results.length !== 1 || !isTensor(op.getResult(0))) continue;
        const builder = OpBuilder.before(op);
        const attributes = { operandSegmentSizes: builder.getDenseI32ArrayAttr([0, 0]) };
        const alloc = builder.create("memref.alloc", { results: [bufferOf(op.getResult(0).type)], attributes });
        builder.create(op.name, { operands: [...op.operands, alloc.getResult(0)] });
        op.replaceAllUsesWith(alloc);
        op.erase();
      }
      const types = (values) => values.map(({ type }) => type);
      const builder = OpBuilder.atStart(entry);
      const type = builder.getFunctionType(types(entry.arguments), types(entry.terminator.operands));
      func.setAttr("function_type", builder.getTypeAttr(type));
    },
  });

/** Makes a pass that replaces operations on tiles by calls of functions. */
export const lowering = (name, declaration) =>
  definePass({
    name,
    summary: "Calls a function for each operation on tiles",
    anchor: "builtin.module",
    ...declaration,
    runOnOperation(module) {
      const declared = new Set();
      const found = [];
      module.walk((op) => void (op.name.startsWith("tile.") && found.push(op)));
      for (const op of found) {
        const size = String(op.operands[0].type).replace(/^memref<|>$/g, "");
        const callee = `${op.name}_${size}`.replaceAll(/\W/g, "_");
        const builder = OpBuilder.before(op);
        const type = builder.getFunctionType(
          op.operands.map((one) => one.type),
          [],
        );
        if (!declared.has(callee)) {
          declared.add(callee);
          OpBuilder.atStart(module.regions[0].front).create("func.func", {
            regions: 1,
            attributes: {
              sym_name: builder.getStringAttr(callee),
              function_type: builder.getTypeAttr(type),
              sym_visibility: builder.getStringAttr("private"),
            },
          });
        }
        builder.create("func.call", {
          operands: op.operands,
          attributes: { callee: builder.getSymbolRefAttr(callee) },
        });
        op.erase();
      }
    },
  });
