import type { RegionArgument } from "../assembly/directive.ts";
import type { Program } from "../assembly/instruction.ts";
import type { NamedAttribute } from "../attributes/attribute.ts";
import type { OperationName } from "../dialects/operation-name.ts";

export interface OperationState {
  readonly op: number;
  /** Block that contains the operation. */
  readonly block: number;
  /** Indices of the first operand and the first result on the stack of pending names. */
  readonly operandBase: number;
  readonly resultBase: number;
}

/** An operation whose regions are being parsed. */
export interface OpenOperation extends OperationState {
  /** Dialect of unqualified operation names in the regions of the operation. */
  readonly defaultDialect: string;
  /** Parsing state of the custom form. `undefined` if the operation is in generic form. */
  readonly custom: CustomOperation | undefined;
  scope: number;
  region: number;
  /** Current block of the region, or 0 before the first block. */
  current: number;
}

/** State of an operation in custom form that is being parsed (`OperationState`). Objects are reused. */
export class CustomOperation {
  name!: OperationName;
  program!: Program;
  op = 0;
  block = 0;
  /** Byte offset of the operation's name. */
  at = 0;
  resultBase = 0;
  /** Byte offsets at which the first operands of empty groups would be, by group. */
  readonly emptyGroups: number[] = [];
  /** Index of the next instruction of the format. */
  counter = 0;
  /** Index of the first operand on the stack of pending names. */
  operandBase = 0;
  operandGroups = 0;
  resultGroups = 0;
  /** Ids of operand types, by group. Entries after the last group of the operation come from an earlier operation. */
  readonly operandTypes: (readonly number[] | undefined)[] = [];
  readonly resultTypes: (readonly number[] | undefined)[] = [];
  /** Types of all operands or results, if the format specifies them together. */
  allOperandTypes: readonly number[] | undefined = undefined;
  /** Whether the operands of all groups were parsed as one list, which is in the first group. */
  listsOperands = false;
  allResultTypes: readonly number[] | undefined = undefined;
  entries: NamedAttribute[] = [];
  successors: number[] = [];
  entryArguments: readonly RegionArgument[] = [];
  lastRegion = 0;
  /** Offset of the `{` of the last region. */
  regionAt = 0;
  /** Whether the last region is in a repeated group. In MLIR, such regions do not have an implied terminator. */
  isRepeatedRegion = false;
  /** For each region in source order, the index of the region in the operation's definition. */
  regionOrder: number[] = [];

  begin(name: OperationName, program: Program, op: number, block: number, at: number, resultBase: number): void {
    this.name = name;
    this.program = program;
    this.op = op;
    this.block = block;
    this.at = at;
    this.resultBase = resultBase;
    this.counter = 0;
    if (this.emptyGroups.length > 0) this.emptyGroups.length = 0;
    this.operandGroups = name.definition!.operands?.length ?? 0;
    this.resultGroups = name.definition!.results?.length ?? 0;
    for (let i = 0; i < this.operandGroups; i++) this.operandTypes[i] = undefined;
    for (let i = 0; i < this.resultGroups; i++) this.resultTypes[i] = undefined;
    this.allOperandTypes = undefined;
    this.listsOperands = false;
    this.allResultTypes = undefined;
    if (this.entries.length > 0) this.entries = [];
    if (this.successors.length > 0) this.successors = [];
    if (this.entryArguments.length > 0) this.entryArguments = [];
    this.lastRegion = 0;
    if (this.regionOrder.length > 0) this.regionOrder = [];
  }

  findAttribute(name: string): NamedAttribute["value"] | undefined {
    for (const entry of this.entries) if (entry.name === name) return entry.value;
    return undefined;
  }
}
