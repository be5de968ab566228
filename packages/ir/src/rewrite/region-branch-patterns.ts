import { definitionOf } from "../dialects/define-dialect.ts";
import type { Block, Operation, Value } from "../handles.ts";
import { eraseArgument } from "../store/arguments.ts";
import { eraseOperand } from "../store/edit.ts";
import { getForwardedOperands } from "../interfaces/forwarded-operands.ts";
import type { ForwardedOperand } from "../interfaces/forwarded-operands.ts";
import { getOrMake } from "../maps.ts";
import type { Store } from "../store/store.ts";
import type { OpRewritePattern } from "./pattern.ts";
import type { PatternRewriter } from "./pattern-rewriter.ts";

/*
 * Patterns for operations that pass values to their regions and from these to results
 * (`populateRegionBranchOpInterfaceCanonicalizationPatterns`). An input is a result or argument that receives a value.
 */

type Sources = ReadonlyMap<Value, readonly ForwardedOperand[]>;

function sourcesOf(operands: readonly ForwardedOperand[]): Sources {
  const sources = new Map<Value, ForwardedOperand[]>();
  for (const operand of operands) {
    for (const input of operand.inputs) getOrMake(sources, input, () => []).push(operand);
  }
  return sources;
}

const valueOf = ({ owner, index }: ForwardedOperand): Value => owner.getOperand(index);

/** Returns values other than inputs that an input can receive, also through other inputs. Stops after two values. */
function reachableValues(input: Value, sources: Sources): ReadonlySet<Value> {
  const found = new Set<Value>();
  const seen = new Set<Value>([input]);
  const work = [input];
  for (let next = work.pop(); next !== undefined && found.size < 2; next = work.pop()) {
    const operands = sources.get(next);
    if (operands === undefined) {
      found.add(next);
      continue;
    }
    for (const operand of operands) {
      const value = valueOf(operand);
      if (seen.has(value)) continue;
      seen.add(value);
      work.push(value);
    }
  }
  return found;
}

/** Returns whether `value`, which `input` can receive, is available wherever `input` is available. */
function isDefinedBefore(op: Operation, value: Value, input: Value): boolean {
  if (value.parentBlock?.parentOp !== op) return true;
  return input.kind === "argument" && value.kind === "argument" && value.parentBlock === input.parentBlock;
}

/** Returns whether values can pass to or from the regions. Most loops and `if` operations do not pass values. */
function mayForward(store: Store, op: number): boolean {
  return definitionOf(store, op)?.regionBranch?.mayForward?.(store, op) ?? true;
}

/** If an input can receive only one value, replaces the input by this value. */
const makeInputsDead: OpRewritePattern = {
  name: "(anonymous namespace)::MakeRegionBranchOpSuccessorInputsDead",
  couldMatch: mayForward,
  matchAndRewrite(op, rewriter) {
    const sources = sourcesOf(getForwardedOperands(op));
    let changed = false;
    for (const input of sources.keys()) {
      if (!input.hasUses) continue;
      const values = reachableValues(input, sources);
      const [value] = values;
      if (values.size !== 1 || !isDefinedBefore(op, value!, input)) continue;
      rewriter.replaceAllUsesWith(input, value!);
      changed = true;
    }
    return changed;
  },
};

/** If two inputs always have equal values, replaces one input by the other. */
const removeDuplicates: OpRewritePattern = {
  name: "(anonymous namespace)::RemoveDuplicateSuccessorInputUses",
  couldMatch: mayForward,
  matchAndRewrite(op, rewriter) {
    const sources = sourcesOf(getForwardedOperands(op));
    const inputs = [...sources.keys()].sort((a, b) => a.index - b.index);
    const kept = new Map<string, Value>();
    let changed = false;
    for (const input of inputs) {
      const owner = input.kind === "argument" ? input.parentBlock!.id : "op";
      const received = sources.get(input)!.map((operand) => `${operand.owner.id}=${valueOf(operand).id}`);
      const key = `${owner}:${received.sort().join()}`;
      const first = kept.get(key);
      if (first === undefined) {
        kept.set(key, input);
      } else if (input.hasUses) {
        rewriter.replaceAllUsesWith(input, first);
        changed = true;
      }
    }
    return changed;
  },
};

/** Groups inputs that must be removed together, because they receive the same operand. */
function tiedInputs(operands: readonly ForwardedOperand[]): readonly (readonly Value[])[] {
  const classOf = new Map<Value, Value[]>();
  for (const { inputs } of operands) {
    const members = classOf.get(inputs[0]!) ?? [inputs[0]!];
    classOf.set(inputs[0]!, members);
    for (const input of inputs) {
      const others = classOf.get(input) ?? [input];
      if (others === members) continue;
      for (const other of others) {
        members.push(other);
        classOf.set(other, members);
      }
      classOf.set(input, members);
    }
  }
  return [...new Set(classOf.values())];
}

/** Removes unused inputs, and the operands that these inputs receive. */
const removeDeadInputs: OpRewritePattern = {
  name: "(anonymous namespace)::RemoveDeadRegionBranchOpSuccessorInputs",
  couldMatch: mayForward,
  matchAndRewrite(op, rewriter) {
    const operands = getForwardedOperands(op);
    const dead = new Set(
      tiedInputs(operands)
        .filter((members) => !members.some((value) => value.hasUses))
        .flat(),
    );
    if (dead.size === 0) return false;
    // Inputs that receive the same operand are either all dead or all live, so only the first input is checked.
    const owners = new Map<Operation, number[]>();
    for (const { owner, index, inputs } of operands)
      if (dead.has(inputs[0]!)) getOrMake(owners, owner, () => []).push(index);
    for (const [owner, indices] of owners)
      eraseAt(rewriter, owner, indices, (index) => eraseOperand(owner.store, owner.id, index));
    const results = new Set<number>();
    const blocks = new Map<Block, number[]>();
    for (const input of dead) {
      if (input.kind === "result") results.add(input.index);
      else getOrMake(blocks, input.parentBlock!, () => []).push(input.index);
    }
    for (const [block, indices] of blocks)
      eraseAt(rewriter, block.parentOp!, indices, (index) => eraseArgument(block.store, block.id, index));
    if (results.size > 0) rewriter.eraseOpResults(op, (index) => results.has(index));
    return true;
  },
};

function eraseAt(rewriter: PatternRewriter, op: Operation, indices: number[], erase: (index: number) => void): void {
  rewriter.modifyOpInPlace(op, () => indices.sort((a, b) => b - a).forEach(erase));
}

export const regionBranchPatterns: readonly OpRewritePattern[] = [makeInputsDead, removeDuplicates, removeDeadInputs];
