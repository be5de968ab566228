import { definePass, PassManager } from "@passwright/core";
import type { OpPassManager } from "@passwright/core";
import { Random, samples } from "@passwright/development";
import { IdleWatch } from "@passwright/sdk/loading";
import { expect } from "chai";
import { parseTree, printTree, removeAll, tree } from "./tree.ts";
import type { Node } from "./tree.ts";

/** Pass of a random pipeline: removes, adds or renames operations, or changes nothing. */
interface Act {
  readonly name: string;
  readonly how: "remove" | "add" | "erase" | "keep";
  readonly what: string;
  readonly worksOn: readonly string[] | undefined;
}

type Program = readonly (Act | { readonly nest: string; readonly program: Program })[];

const NAMES = ["func", "loop", "mul", "add"] as const;

function randomTree(random: Random, depth = 0): string {
  const name = depth === 0 ? "module" : random.pick(NAMES);
  const count = depth === 3 ? 0 : random.below(4);
  const inner = Array.from({ length: count }, () => randomTree(random, depth + 1));
  return inner.length === 0 ? name : `${name}(${inner.join(",")})`;
}

function randomAct(random: Random): Act {
  const how = random.pick(["remove", "remove", "add", "erase", "keep"] as const);
  const worksOn = random.chance(0.5) ? [random.pick(NAMES)] : undefined;
  return { name: `p${random.below(12)}`, how, what: random.pick(NAMES), worksOn };
}

function randomProgram(random: Random, depth = 0): Program {
  return Array.from({ length: 1 + random.below(4) }, () => {
    if (depth < 2 && random.chance(0.4))
      return { nest: random.pick(["func", "loop", "**loop", "**func"]), program: randomProgram(random, depth + 1) };
    return randomAct(random);
  });
}

function apply({ how, what }: Act, op: Node): void {
  // Does not add operations to which a `**` anchor applies, because the walk would visit new operations without end.
  if (how === "add") op.children.push({ name: what === "func" ? "mul" : what === "loop" ? "add" : what, children: [] });
  else if (how === "remove") removeAll(op, what);
  else if (how === "erase") op.children.shift();
}

const below = (op: Node): Node[] => [op, ...op.children.flatMap(below)];

/** Returns the operations that a chain of managers reaches, by visiting all operations. */
function reached(op: Node, [anchor, ...rest]: readonly string[]): Node[] {
  if (anchor === undefined) return [op];
  const name = anchor.replace("**", "");
  const candidates = anchor.startsWith("**") ? below(op).slice(1) : op.children;
  return candidates.filter((one) => one.name === name).flatMap((one) => reached(one, rest));
}

interface Placed {
  readonly act: Act;
  readonly chain: readonly string[];
}

function placed(program: Program, chain: readonly string[] = []): Placed[] {
  return program.flatMap((one) => ("nest" in one ? placed(one.program, [...chain, one.nest]) : [{ act: one, chain }]));
}

/**
 * Runs a program in MLIR's order. For each step that does not find an operation, returns the steps that a report is
 * allowed to name: earlier steps that removed, and later steps that created, operations that this step looks for.
 * Considers all operations that this step runs on and, if `isExact` is false, the operations that other steps run on.
 */
function oracle(program: Program, root: Node, isExact: boolean): Map<number, Set<number>> {
  const all = placed(program);
  const isIn = (op: Node, { act }: Placed): boolean => below(op).some(({ name }) => act.worksOn?.includes(name));
  const found = new Set<string>();
  const causes = new Map(all.map((_, index) => [index, new Set<number>()]));
  const look = (around: Node): Node[][] =>
    all.map((one) =>
      (isExact ? reached(root, one.chain) : [...reached(root, one.chain), around]).filter((op) => isIn(op, one)),
    );
  const runAct = (act: Act, index: number, op: Node): void => {
    if (act.worksOn !== undefined) {
      if (!isIn(op, { act, chain: [] })) return;
      found.add(act.name);
    }
    const before = look(op);
    apply(act, op);
    const after = look(op);
    all.forEach((one, at) => {
      if (one.act.worksOn === undefined || one.act.name === act.name) return;
      const isRemoved = before[at]?.some((anchor) => after[at]?.includes(anchor) !== true) === true;
      const isCreated = after[at]?.some((anchor) => before[at]?.includes(anchor) !== true) === true;
      if ((isRemoved && index < at) || (isCreated && index > at)) causes.get(at)?.add(index);
    });
  };
  const runProgram = (inner: Program, first: number, ops: () => Iterable<Node>): number => {
    let end = first;
    for (const op of ops()) {
      let index = first;
      for (const one of inner) {
        if (!("nest" in one)) runAct(one, index++, op);
        else index = runProgram(one.program, index, () => inside(op, one.nest));
      }
      end = index;
    }
    return Math.max(end, first + placed(inner).length);
  };
  runProgram(program, 0, () => [root]);
  for (const [at, { act }] of all.entries()) if (act.worksOn === undefined || found.has(act.name)) causes.delete(at);
  return causes;
}

/** Yields the operations that a nested manager visits: children or, for a `**` anchor, all descendants in pre-order. */
function* inside(op: Node, anchor: string): Generator<Node> {
  const name = anchor.replace("**", "");
  for (const child of op.children.slice()) {
    if (!op.children.includes(child)) continue;
    if (child.name === name) yield child;
    if (anchor.startsWith("**")) yield* inside(child, anchor);
  }
}

function fill(manager: OpPassManager<Node>, program: Program, known: Map<string, ReturnType<typeof define>>): void {
  for (const one of program) {
    if ("nest" in one) fill(manager.nest(one.nest), one.program, known);
    else manager.addPass(known.get(one.name) ?? define(one, known));
  }
}

function define(act: Act, known: Map<string, unknown>) {
  const pass = definePass({
    name: act.name,
    ...(act.worksOn === undefined ? {} : { worksOn: act.worksOn }),
    ...(act.how !== "add" && { preserves: ["absent-operations"] }),
    runOnOperation(op: Node, context) {
      apply(act, op);
      if (act.how === "keep") context.markAllAnalysesPreserved();
    },
  });
  known.set(act.name, pass);
  return pass;
}

/** Replaces passes with equal names by the first pass with this name. */
function unify(program: Program, known = new Map<string, Act>()): Program {
  return program.map((one) => {
    if ("nest" in one) return { ...one, program: unify(one.program, known) };
    if (!known.has(one.name)) known.set(one.name, one);
    return known.get(one.name) as Act;
  });
}

/**
 * Returns whether all managers reach each operation through one path. An operation below `**loop` can be in several
 * loops.
 */
function areComparable(program: Program): boolean {
  const chains = placed(program).map(({ chain }) => chain.join("/"));
  if (chains.some((chain) => /\*\*\w+\//.test(chain))) return false;
  return chains.every((one) => chains.every((other) => one.startsWith(other) || other.startsWith(one)));
}

const COUNT = samples(30_000);

describe("idle steps of random pipelines", () => {
  it("equal those of an oracle that checks every operation before and after every pass", () => {
    let reports = 0;
    for (let seed = 1; seed <= COUNT; seed++) {
      const random = new Random(seed);
      const text = randomTree(random);
      const program = unify(randomProgram(random));
      const what = `seed ${seed}: ${JSON.stringify(program)} on ${text}`;
      const manager = new PassManager<Node>(tree, { anchor: "module" });
      fill(manager, program, new Map());
      const watch = new IdleWatch([manager as never]);
      manager.addInstrumentation(watch as never);
      const root = parseTree(text);
      expect(manager.run(root).diagnostics, what).to.deep.equal([]);
      const idle = watch.take();
      const other = parseTree(text);
      // If managers reach the same operations through different paths, the responsible step is not always known. The
      // report can then be missing, or name a step that removed such operations elsewhere.
      const isExact = areComparable(program);
      const expected = oracle(program, other, isExact);
      expect(printTree(root), what).to.equal(printTree(other));
      const causes = [...expected].filter(([, steps]) => steps.size > 0);
      const steps = idle.map(({ pass }) => pass);
      if (isExact) expect(steps, what).to.deep.equal(causes.map(([step]) => step));
      else
        expect(
          causes.map(([step]) => step),
          what,
        ).to.include.members(steps);
      for (const { pass, by } of idle) expect([...(expected.get(pass) ?? [])], `${what}, step ${pass}`).to.include(by);
      reports += idle.length;
    }
    expect(reports).to.be.greaterThan(COUNT / 20);
  });
});
