import type { Random } from "@passwright/development";
import { applyPatternsGreedily, createMlirAdapter, defineDialect, FrozenPatternSet } from "@passwright/ir";
import type { Operation, OpDefinition, OpRewritePattern } from "@passwright/ir";
import { canonicalize } from "@passwright/plugin-transforms";
import type { BisectReport } from "@passwright/runner";
import { assemble, defineFramework, definePass, definePlugin } from "@passwright/sdk";
import type { Assembly } from "@passwright/sdk/loading";
import type { PlantedFault } from "./planted-faults.ts";

/** Kinds of rewrites with a fault. */
export const REWRITE_KINDS = [
  "pattern",
  "pattern of a created operation",
  "fold",
  "erase",
  "pass with patterns",
] as const;

type RewriteKind = (typeof REWRITE_KINDS)[number];

/** Intentional fault in a rewrite. */
export interface PlantedRewrite extends Omit<PlantedFault, "operation"> {
  readonly rewrites: readonly Pick<BisectReport["rewrites"][number], "name" | "dialect" | "plugin" | "path">[];
}

const idOf = (op: Operation): string | undefined => op.getAttr("id")?.toString();

/** Makes a program with operations of a plugin's dialect, and a pipeline with a rewrite that breaks one operation. */
export function plantRewrite(kind: RewriteKind, random: Random, mostFunctions: number): PlantedRewrite {
  const counts = Array.from({ length: random.between(1, mostFunctions) }, () => random.between(1, 6));
  const victimFunction = random.below(counts.length);
  const victimItem = random.below(counts[victimFunction]!);
  const victim = `${counts.slice(0, victimFunction).reduce((sum, count) => sum + count, victimItem)} : i32`;
  const isVictim = (op: Operation): boolean => idOf(op) === victim;
  const change = (name: string, mark: string, body: (op: Operation) => void = () => {}): OpRewritePattern => ({
    name,
    benefit: random.between(1, 3),
    matchAndRewrite(op, rewriter) {
      if (op.getAttr(mark) !== undefined) return false;
      rewriter.modifyOpInPlace(op, () => {
        op.setAttr(mark, op.context.parseAttribute("unit"));
        body(op);
      });
      return true;
    },
  });
  const drop = (op: Operation): void => {
    if (isVictim(op)) op.removeAttr("keep");
  };
  const harmless = Array.from({ length: random.below(4) }, (_, index) => change(`Good${index}`, `good${index}`));
  const withHarmless = (...patterns: readonly OpRewritePattern[]): readonly OpRewritePattern[] =>
    random.shuffled([...harmless, ...patterns]);
  const isOfDialect = kind === "pattern";
  const grow: OpRewritePattern = {
    name: "Grow",
    matchAndRewrite(op, rewriter) {
      const attributes = Object.fromEntries(["id", "keep"].map((name) => [name, op.getAttr(name)!]));
      rewriter.replaceOpWithNewOp(op, "toy.grown", { operands: op.operands, results: op.resultTypes, attributes });
      return true;
    },
  };
  const isGrown = kind === "pattern of a created operation";
  const ops: Record<string, OpDefinition> = {
    item: {
      canonicalizationPatterns: withHarmless(...(isOfDialect ? [change("Bad", "bad", drop)] : isGrown ? [grow] : [])),
    },
    grown: { canonicalizationPatterns: isGrown ? [change("Bad", "bad", drop)] : [] },
    pick: {
      traits: ["Pure"],
      fold: (op) => op.operand(kind === "fold" && op.attr("id")?.toString() === victim ? 1 : 0),
    },
    log: kind === "erase" ? { effects: [] } : {},
    use: {},
  };
  const ir = createMlirAdapter();
  const toy = defineDialect({ name: "toy", ops });
  const own = definePass({
    name: "own-patterns",
    anchor: "func.func",
    runOnOperation(op: Operation, pass) {
      const patterns = [{ ...change("Bad", "bad", drop), root: "toy.item" }];
      applyPatternsGreedily(op, new FrozenPatternSet(op.context, patterns), {}, pass);
    },
  });
  const isOwn = kind === "pass with patterns";
  const toys = definePlugin({
    name: "toys",
    dialects: [toy],
    ...(isOwn && { passes: [own], insert: [{ pass: "own-patterns", before: "canonicalize" }] }),
  } as never);
  const anchor = random.pick(["func.func", "builtin.module"]);
  const host = defineFramework({
    name: "host",
    ir,
    anchor: "builtin.module",
    pipeline(b: { nest(anchor: string): { addPass(pass: unknown): void }; addPass(pass: unknown): void }) {
      (anchor === "func.func" ? b.nest(anchor) : b).addPass(canonicalize);
    },
  } as never);
  const assembly = assemble(host, { plugins: [toys] } as never) as Assembly;
  let id = 0;
  const functions = counts.map((count, at) => {
    const lines = Array.from({ length: count }, () => {
      const own = `id = ${id++} : i32`;
      return `
    "toy.item"(%a) {${own}, keep} : (i32) -> ()
    "toy.log"() {${own}, log} : () -> ()
    %p${id} = "toy.pick"(%a, %b) {${own}} : (i32, i32) -> i32
    "toy.use"(%p${id}) : (i32) -> ()`;
    });
    return `  func.func @f${at}(%a: i32, %b: i32) {${lines.join("")}\n    return\n  }`;
  });
  const content = `module {\n${functions.join("\n")}\n}\n`;
  const inFunction = `builtin.module/func.func@f${victimFunction}`;
  const at = (name: string): string => (counts[victimFunction] === 1 ? name : `${name}[${victimItem}]`);
  const dialect = { dialect: "toy", plugin: "toys" };
  const expected = {
    pattern: { name: "Bad", ...dialect, path: `${inFunction}/${at("toy.item")}` },
    "pattern of a created operation": { name: "Bad", ...dialect, path: `${inFunction}/${at("toy.item")} -> toy.grown` },
    fold: { name: "fold", ...dialect, path: `${inFunction}/${at("toy.pick")}` },
    erase: { name: "erase", ...dialect, path: `${inFunction}/${at("toy.log")}` },
    "pass with patterns": { name: "Bad", path: `${inFunction}/${at("toy.item")}` },
  }[kind];
  const grows = { name: "Grow", ...dialect, path: `${inFunction}/${at("toy.item")}` };
  return {
    kind,
    assembly,
    input: { file: "program.mlir", content },
    isBad: ({ output }) => {
      if (output === undefined) return true;
      const hasLost =
        kind === "erase" ? !output.includes(`{id = ${victim}, log}`) : output.split("keep").length - 1 < id;
      return hasLost || /"toy\.use"\(%arg1\)/.test(output);
    },
    contributions: isOwn ? ["plugin toys"] : [],
    steps: [isOwn ? "toys::own-patterns" : "canonicalize"],
    rewrites: isGrown ? [grows, expected] : [expected],
  };
}
