import type { OperationHead } from "@passwright/instrument";
import type { Operation } from "@passwright/ir";

/** Returns the parts of an MLIR operation that `verifyIsolation` compares, or empty text for other operations. */
export function headOf(op: object): OperationHead {
  if (!isMlir(op)) return { fixed: "", attributes: "" };
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
}

/** Returns whether an operation is an MLIR operation. After a conversion, the run contains operations of other IRs. */
function isMlir(op: object): op is Operation {
  return "resultTypes" in op && "parentRegion" in op;
}
