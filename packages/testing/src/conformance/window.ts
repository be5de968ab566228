import type { IrAdapter } from "@passwright/core";
import type { Operation } from "@passwright/ir";

/**
 * What the kit needs to see and do with an IR, beyond its adapter, for some of the trials: whether the attributes of a
 * parent were touched, an operation alone in its surroundings, operations the other way round. An author whose IR is not
 * the embedded one exports one as `window` from the support module; without it these trials are made as far as an adapter goes.
 */
export interface IrWindow<Op extends object> {
  /** The operation itself as text, without what is in it: name, operands, attributes, types. */
  headerOf(op: Op): string;
  /** Erases the operations beside `op` and its parents on which a pass could run, and leaves the others. */
  keepOnly(op: Op): void;
  /** Turns round the order of the operations directly in `parent`. */
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

/** The window of the embedded IR, whatever its context. */
export function windowOf(adapter: IrAdapter<object>): IrWindow<object> | undefined {
  return adapter.name === "mlir" && "context" in adapter ? (mlirWindow as unknown as IrWindow<object>) : undefined;
}
