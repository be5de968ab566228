import { Scope } from "./program-writer.ts";
import type { ProgramWriter } from "./program-writer.ts";
import { pickType, useValue } from "./program-types.ts";

/** Function that writes the terminator of a body. */
export type Finish = (scope: Scope) => void;
/** Function that writes some operations, but not a terminator. */
export type Fill = (scope: Scope) => void;

/** State of the functions that write one body. A body consists of the blocks of a region. */
interface Body {
  readonly writer: ProgramWriter;
  readonly writeInside: Fill;
  readonly finish: Finish;
  /** Blocks after the entry block, each with its terminator. */
  readonly blocks: (readonly string[])[];
}

const blockLimit = 14;

/**
 * Writes a body of one or more blocks. The current block is the entry block. Uses only loops, switches, and branches
 * that join again, because their dominance is known. Sometimes shuffles the blocks at the end.
 */
export function writeBlocks(writer: ProgramWriter, scope: Scope, writeInside: Fill, finish: Finish): void {
  const body: Body = { writer, writeInside, finish, blocks: [] };
  continueBlock(body, scope);
  for (const block of writer.random.chance(0.5) ? writer.random.shuffled(body.blocks) : body.blocks)
    writer.place(block);
}

function continueBlock(body: Body, scope: Scope): void {
  const { random, budget } = body.writer;
  body.writeInside(scope);
  if (budget <= 0 || body.blocks.length >= blockLimit || random.chance(0.3)) {
    body.finish(scope);
    return;
  }
  const shape = random.pickWeighted([
    [5, branch],
    [3, loop],
    [2, switchOnInteger],
  ]);
  shape(body, scope);
}

function branch(body: Body, scope: Scope): void {
  const { writer } = body;
  const { random } = writer;
  const [left, right, join] = [writer.freshLabel(), writer.freshLabel(), writer.freshLabel()];
  const leftTypes = someTypes(writer, 2);
  const joinTypes = someTypes(writer, 2);
  const condition = useValue(writer, scope, "i1");
  const toLeft = useAll(writer, scope, leftTypes);
  // Without a right side, the branch leads directly to the join block.
  const hasRight = random.chance(0.7);
  const toRight = hasRight ? [] : useAll(writer, scope, joinTypes);
  writer.write(scope, {
    name: "cf.cond_br",
    operands: [condition, ...toLeft, ...toRight],
    results: [],
    successors: [left, hasRight ? right : join],
    properties: `operandSegmentSizes = array<i32: 1, ${toLeft.length}, ${toRight.length}>`,
  });
  block(body, left, leftTypes, scope, (inner) => jump(body, inner, join, joinTypes));
  if (hasRight) block(body, right, [], scope, (inner) => jump(body, inner, join, joinTypes));
  if (random.chance(0.15)) unreachable(body, scope, join, joinTypes);
  section(body, join, joinTypes, scope);
}

function loop(body: Body, scope: Scope): void {
  const { writer } = body;
  const [head, inside, exit] = [writer.freshLabel(), writer.freshLabel(), writer.freshLabel()];
  const types = someTypes(writer, 3);
  jump(body, scope, head, types);
  const headScope = new Scope(scope);
  const lines = writer.aside(() => {
    writer.openBlock(head, types, headScope);
    body.writeInside(headScope);
    writer.write(headScope, {
      name: "cf.cond_br",
      operands: [useValue(writer, headScope, "i1")],
      results: [],
      successors: [inside, exit],
      properties: "operandSegmentSizes = array<i32: 1, 0, 0>",
    });
  });
  body.blocks.push(lines);
  block(body, inside, [], headScope, (inner) => jump(body, inner, head, types));
  section(body, exit, [], headScope);
}

function switchOnInteger(body: Body, scope: Scope): void {
  const { writer } = body;
  const [join, ...cases] = Array.from({ length: writer.random.between(2, 4) }, () => writer.freshLabel());
  const types = someTypes(writer, 1);
  const flag = useValue(writer, scope, "i32");
  const toJoin = useAll(writer, scope, types);
  const values = cases.map((_, i) => i * 2 - 1).join(", ");
  writer.write(scope, {
    name: "cf.switch",
    operands: [flag, ...toJoin],
    results: [],
    successors: [join as string, ...cases],
    properties:
      `case_operand_segments = array<i32: ${cases.map(() => 0).join(", ")}>, ` +
      `case_values = dense<${cases.length === 1 ? values : `[${values}]`}> : vector<${cases.length}xi32>, ` +
      `operandSegmentSizes = array<i32: 1, ${toJoin.length}, 0>`,
  });
  for (const label of cases) block(body, label, [], scope, (inner) => jump(body, inner, join as string, types));
  section(body, join as string, types, scope);
}

/** Writes an unreachable block, which can use values that dominate its target. */
function unreachable(body: Body, scope: Scope, target: string, types: readonly string[]): void {
  block(body, body.writer.freshLabel(), someTypes(body.writer, 1), scope, (inner) => jump(body, inner, target, types));
}

/** Writes a block. `end` writes the terminator of the block. */
function block(body: Body, label: string, types: readonly string[], around: Scope, end: Finish): void {
  const scope = new Scope(around);
  const lines = body.writer.aside(() => {
    body.writer.openBlock(label, types, scope);
    body.writeInside(scope);
    end(scope);
  });
  body.blocks.push(lines);
}

/** Writes a block, and continues writing the body in this block. */
function section(body: Body, label: string, types: readonly string[], around: Scope): void {
  const scope = new Scope(around);
  const lines = body.writer.aside(() => {
    body.writer.openBlock(label, types, scope);
    continueBlock(body, scope);
  });
  body.blocks.push(lines);
}

function jump({ writer }: Body, scope: Scope, label: string, types: readonly string[]): void {
  writer.write(scope, { name: "cf.br", operands: useAll(writer, scope, types), results: [], successors: [label] });
}

function someTypes(writer: ProgramWriter, most: number): readonly string[] {
  return Array.from({ length: writer.random.below(most + 1) }, () => pickType(writer));
}

export function useAll(writer: ProgramWriter, scope: Scope, types: readonly string[]) {
  return types.map((type) => useValue(writer, scope, type));
}
