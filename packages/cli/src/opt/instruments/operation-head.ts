import type { OperationHead } from "@passwright/instrument";
import type { Operation, Value } from "@passwright/ir";

/** What a pass may not change even of its own operation, and what only that pass may, for `--verify-isolation`. */
export function headOf(op: Operation): OperationHead {
  const { operands, resultTypes, successors } = op;
  const blocks = op.parentRegion?.blocks ?? [];
  const fixed = [
    op.name,
    ...operands.map(valueText),
    ...resultTypes.map(String),
    ...successors.map((block) => blocks.indexOf(block)),
  ];
  return { fixed: fixed.join(" "), attributes: op.attrs.map(({ name, value }) => `${name}=${value}`).join(" ") };
}

/** Identity of a value: handles are canonical, and their ids are not used again while they live. */
function valueText(value: Value): string {
  return `${value.kind}${value.liveId}`;
}
