import type { IrAdapter } from "@passwright/core";
import type { Operation } from "@passwright/ir";

/**
 * Functions for an IR that some checks need in addition to the adapter of the IR. For an IR other than the embedded IR,
 * the support module can export an object of this type as `window`. Without these functions, the checks find fewer
 * problems.
 */
export interface IrWindow<Op extends object> {
  /** Formats the operation without its contents: name, operands, attributes, types. */
  headerOf(op: Op): string;
  /** Erases siblings of `op` and siblings of the ancestors of `op`. Keeps siblings on which no pass can run. */
  keepOnly(op: Op): void;
  /** Reverses the order of the children of `parent`. */
  reverse(parent: Op): void;
}

const mlirWindow: IrWindow<Operation> = {
  headerOf(op) {
    const attrs = op.attrs.map(({ name, value }) => `${name}=${value.toString()}`);
    const types = [...op.operandTypes, ...op.resultTypes].map((type) => type.toString());
    return [op.name, ...types, ...attrs, op.location.toString()].join(" ");
  },
  keepOnly(op) {
    for (let child = op, parent = op.parentOp; parent !== undefined; child = parent, parent = parent.parentOp) {
      for (const region of parent.regions)
        for (const block of region.blocks)
          for (const other of block.operations)
            if (other !== child && other.operationName.isIsolatedFromAbove) other.erase();
    }
  },
  reverse(parent) {
    for (const region of parent.regions) {
      for (const block of region.blocks) {
        const isolated = [...block.operations].filter((op) => op.operationName.isIsolatedFromAbove);
        let first = isolated[0];
        for (const op of isolated.slice(1)) {
          if (first !== undefined) op.moveBefore(first);
          first = op;
        }
      }
    }
  },
};

/** Returns the functions for the embedded IR, or `undefined` for another IR. */
export function windowOf(adapter: IrAdapter<object>): IrWindow<object> | undefined {
  return adapter.name === "mlir" && "context" in adapter ? (mlirWindow as unknown as IrWindow<object>) : undefined;
}
