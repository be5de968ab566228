/** Kind of the numbers in each column. `owner` is an operation or a negated block. `cache` can be replaced by 0. */
export const COLUMNS = {
  op: {
    opName: "name",
    opProperties: "attribute",
    opAttributes: "attribute",
    opSignature: "cache",
    opLocation: "location",
    opFirstOperand: "operand",
    opOperandCount: "number",
    opFirstResult: "value",
    opResultCount: "number",
    opBlock: "block",
    opPrevious: "op",
    opNext: "op",
    opFirstRegion: "region",
    opFirstSuccessor: "successor",
    opSuccessorCount: "number",
    opOrder: "cache",
  },
  operand: { operandValue: "value", operandOwner: "op", operandNext: "operand", operandPrevious: "operand" },
  value: { valueType: "type", valueOwner: "owner", valueFirstUse: "operand", valueLocation: "location" },
  block: {
    blockRegion: "region",
    blockPrevious: "block",
    blockNext: "block",
    blockFirstOp: "op",
    blockLastOp: "op",
    blockFirstArgument: "value",
    blockArgumentCount: "number",
    blockFirstUse: "successor",
    blockIsOrdered: "cache",
  },
  region: { regionOwner: "op", regionFirstBlock: "block", regionLastBlock: "block", regionNext: "region" },
  successor: {
    successorBlock: "block",
    successorOwner: "op",
    successorNext: "successor",
    successorPrevious: "successor",
  },
} as const;

export type Entity = keyof typeof COLUMNS;
export type ColumnOf<Kind extends Entity> = keyof (typeof COLUMNS)[Kind];
