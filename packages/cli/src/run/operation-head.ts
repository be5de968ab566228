import type { IrAdapter } from "@passwright/core";
import type { OperationHead } from "@passwright/instrument";
import type { Operation } from "@passwright/ir";

/**
 * Returns a function that returns the parts of an operation that `verifyIsolation` compares: of an MLIR operation all
 * parts, and of a plain object the values that are not objects, also in its tables such as `attributes`. Other objects
 * can have internal state, so the function returns empty text for them.
 */
export function headsIn(ir: Pick<IrAdapter<object>, "nameOf">): (op: object) => OperationHead {
  return (op) => {
    if (!isMlir(op)) return { fixed: "", attributes: isTable(op) ? JSON.stringify(partsOf(op, ir)) : "" };
    const { operands, resultTypes, successors } = op;
    const blocks = op.parentRegion?.blocks ?? [];
    const fixed = [
      op.name,
      // While a value exists, no other value has the same text.
      ...operands.map(({ kind, liveId }) => `${kind}${liveId}`),
      ...resultTypes.map(String),
      ...successors.map((block) => blocks.indexOf(block)),
    ];
    return { fixed: fixed.join(" "), attributes: op.attrs.map(({ name, value }) => `${name}=${value}`).join(" ") };
  };
}

/** Returns whether an operation is an MLIR operation. After a conversion, the run contains operations of other IRs. */
function isMlir(op: object): op is Operation {
  return "resultTypes" in op && "parentRegion" in op;
}

const isTable = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** Returns the values in a table that are not objects. Without `ir`, does not look into tables in the table. */
function partsOf(table: object, ir?: Pick<IrAdapter<object>, "nameOf">): readonly unknown[] {
  return Object.entries(Object.getOwnPropertyDescriptors(table)).flatMap(([key, { value, enumerable }]) => {
    // The value of an accessor is `undefined` here: calling the accessor could run code.
    if (enumerable !== true || typeof value === "function") return [];
    if (typeof value !== "object" || value === null) return [key, String(value)];
    return ir !== undefined && isTable(value) && !isOperation(value, ir) ? [key, partsOf(value)] : [];
  });
}

function isOperation(value: object, ir: Pick<IrAdapter<object>, "nameOf">): boolean {
  try {
    return ir.nameOf(value) !== undefined;
  } catch {
    return false;
  }
}
