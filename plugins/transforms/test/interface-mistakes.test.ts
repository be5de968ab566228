import { PassManager, renderDiagnostic } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import { anyType, Context, createMlirAdapter, defineDialect, dialects, parseModule } from "@passwright/ir";
import type { DialectInliner, OpDefinition, Operation } from "@passwright/ir";
import { checkGolden } from "@passwright/development";
import { inline, loopInvariantCodeMotion, mem2reg, sccp, sroa } from "@passwright/plugin-transforms";
import { expect } from "chai";
import { registry } from "./run-pass.ts";

/* Mistakes in interfaces of third-party dialects, for which passes would otherwise be blamed. */

/** Value of a type that TypeScript would refuse. */
const wrong = (value: unknown): never => value as never;

const throws = (): never => {
  throw new Error("oh no");
};

interface Trial {
  readonly op: OpDefinition;
  readonly inliner?: DialectInliner;
  readonly pass: unknown;
  /** Uses of the operation `t.op` in a function with the arguments `%a: i32` and `%p: !t.slot`. */
  readonly body: string;
}

const inliner: DialectInliner = {
  isLegalToInlineCall: () => true,
  isLegalToInlineRegion: () => true,
  isLegalToInline: true,
};

/** Runs a pass, and returns its errors. */
function errorsOf({ op, pass, body, ...parts }: Trial): string {
  const t = defineDialect({
    name: "t",
    types: { slot: {} },
    inliner: { ...inliner, ...parts.inliner },
    ops: { op, loop: { loopLike: {}, regions: 1 }, yield: { traits: ["Pure", "ReturnLike", "Terminator"] } },
  });
  const adapter = createMlirAdapter(new Context({ dialects: [...dialects, t] }));
  const callee = "func.func private @g(%x: i32) -> i32 {\n  return %x : i32\n}";
  const text = `${callee}\nfunc.func @f(%a: i32, %p: !t.slot) {\n${body}\n}\n`;
  const parsed = parseModule(adapter.context, text, { file: "in.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  const manager = new PassManager(adapter, { anchor: "builtin.module" }).addPass(pass as PassDefinition<Operation>);
  manager.registry = registry;
  const { diagnostics } = manager.run(parsed.op);
  return diagnostics.length === 0 ? `no error\n${parsed.op.print()}` : diagnostics.map(renderDiagnostic).join("\n");
}

const loop = (speculatability: unknown): Trial => ({
  op: { effects: [], speculatability: wrong(speculatability) },
  pass: loopInvariantCodeMotion,
  body: '  "t.loop"() ({\n    "t.op"() : () -> ()\n    "t.yield"() : () -> ()\n  }) : () -> ()\n  return',
});

const branch = (successorFor: unknown): Trial => ({
  op: {
    traits: ["Terminator"],
    operands: [{ name: "condition", type: anyType, many: "variadic" }],
    successorOperands: [{ name: "condition" }],
    successorFor: wrong(successorFor),
  },
  pass: sccp,
  body: '  %c = arith.constant 1 : i32\n  "t.op"(%c)[^bb1] : (i32) -> ()\n^bb1(%x: i32):\n  return',
});

const call = (parts: object, pass: unknown = inline): Trial => ({
  op: {
    call: {
      callee: (op) => op.getAttr("callee"),
      argumentsOf: (op) => ({ start: 0, count: op.numOperands }),
      ...parts,
    },
  },
  pass,
  body: '  %0 = "t.op"(%a) {callee = @g} : (i32) -> i32\n  return',
});

const callable = (region: unknown): Trial => ({
  op: { traits: ["IsolatedFromAbove"], callable: { region: wrong(region) } },
  pass: inline,
  body: '  "t.op"() ({\n    "t.yield"() : () -> ()\n  }) : () -> ()\n  return',
});

const inlining = (rules: DialectInliner): Trial => ({ ...call({}), inliner: rules });

const regions = (parts: object): Trial => ({
  op: {
    regionBranch: {
      successors: (op, from) => [from === "parent" ? { to: 0, inputs: [] } : { to: "parent", inputs: op.results }],
      ...parts,
    },
  },
  pass: sccp,
  body: '  %0 = "t.op"() ({\n    "t.yield"(%a) : (i32) -> ()\n  }) : () -> i32\n  return',
});

const terminator = (parts: object): Trial => ({
  op: {
    traits: ["Terminator"],
    regionBranchTerminator: { successorOperands: (op) => ({ start: 0, count: op.numOperands }), ...parts },
  },
  pass: sccp,
  body: '  %0 = scf.execute_region -> i32 {\n    "t.op"(%a) : (i32) -> ()\n  }\n  return',
});

const promoted = (allocation: object, memory: object = {}): Trial => ({
  op: {
    promotableAllocation: {
      slots: (op) => [{ pointer: op.getResult(0), elementType: op.context.parseType("i32") }],
      defaultValue: throws,
      ...allocation,
    },
    promotableMemory: {
      loadsFrom: () => true,
      storesTo: () => false,
      canRemoveUses: () => [],
      removeUses: () => "erase",
      ...memory,
    },
  },
  pass: mem2reg,
  body: '  %0 = "t.op"() : () -> !t.slot\n  "t.op"(%0) : (!t.slot) -> !t.slot\n  return',
});

const storing = (memory: object): Trial =>
  promoted(
    { defaultValue: (op: Operation) => op.block!.getArgument(0) },
    { loadsFrom: () => false, storesTo: (op: Operation) => op.numOperands > 0, ...memory },
  );

const split = (allocation: object, accessor: object = {}): Trial => ({
  op: {
    destructurableAllocation: {
      slots: (op) => [{ pointer: op.getResult(0), elementType: op.getResult(0).type, parts: new Map() }],
      destructure: () => new Map(),
      ...allocation,
    },
    destructurableAccessor: { canRewire: () => ({ indices: [] }), rewire: () => "erase", ...accessor },
  },
  pass: sroa,
  body: '  %0 = "t.op"() : () -> !t.slot\n  "t.op"(%0) : (!t.slot) -> !t.slot\n  return',
});

const TRIALS: Readonly<Record<string, Trial>> = {
  "`speculatability` throws": loop(throws),
  "`speculatability` returns a misspelled word": loop(() => "specultable"),
  "`speculatability` returns a promise": loop(() => Promise.reject(new Error("too late"))),
  "`successorFor` throws": branch(throws),
  "`successorFor` returns the number of an unknown constant": branch(() => NaN),
  "`successorFor` returns a fraction": branch(() => 0.5),
  "`successorFor` returns an index that is too large": branch(() => 1),
  "`successorFor` returns a negative index": branch(() => -1),
  "`successorFor` returns a string": branch(() => "0"),
  "`successorFor` returns null": branch(() => null),
  "`callee` throws": call({ callee: throws }),
  "`callee` throws in another pass": call({ callee: throws }, sccp),
  "`callee` returns a string": call({ callee: () => "@g" }),
  "`callee` returns null": call({ callee: () => null }),
  "`argumentsOf` returns nothing": call({ argumentsOf: () => {} }),
  "`argumentsOf` returns too many operands": call({ argumentsOf: () => ({ start: 0, count: 2 }) }),
  "`argumentsOf` returns operands after the last operand": call({ argumentsOf: () => ({ start: 1, count: 1 }) }),
  "`region` throws": callable(throws),
  "`region` returns a block": callable((op: Operation) => op.getRegion(0).front),
  "`region` returns the region of another operation": callable((op: Operation) => op.parentRegion),
  "`isLegalToInlineCall` throws": inlining({ isLegalToInlineCall: throws }),
  "`isLegalToInlineCall` returns a promise": inlining({
    isLegalToInlineCall: () => Promise.reject(new Error("late")) as never,
  }),
  "`isLegalToInlineRegion` throws": {
    ...inlining({ isLegalToInlineRegion: throws }),
    body: '  "t.loop"() ({\n    %0 = func.call @g(%a) : (i32) -> i32\n    "t.yield"() : () -> ()\n  }) : () -> ()\n  return',
  },
  "`successors` throws": regions({ successors: throws }),
  "`successors` returns an index": regions({ successors: () => 0 }),
  "`successors` returns a region that does not exist": regions({ successors: () => [{ to: 1, inputs: [] }] }),
  "`successors` returns no inputs": regions({ successors: () => [{ to: 0 }] }),
  "`entryOperands` returns too many operands": regions({
    successors: (op: Operation) => [{ to: "parent", inputs: op.results }],
    entryOperands: () => ({ start: 0, count: 1 }),
  }),
  "`fold` of a constant returns nothing to sccp": {
    op: { traits: ["ConstantLike", "Pure"], results: [{ name: "result", type: anyType }], fold: () => undefined },
    pass: sccp,
    body: '  %0 = "t.op"() : () -> i32\n  return',
  },
  "`successorOperands` throws": terminator({ successorOperands: throws }),
  "`successorOperands` returns a list": terminator({ successorOperands: (op: Operation) => op.operands }),
  "`slots` throws": promoted({ slots: throws }),
  "`slots` returns nothing": promoted({ slots: () => {} }),
  "`defaultValue` throws": promoted({}),
  "`defaultValue` returns an operation": promoted({ defaultValue: (op: Operation) => op }),
  "`canRemoveUses` returns true": promoted({}, { canRemoveUses: () => true }),
  "`defaultValue` returns a value of another type": promoted({ defaultValue: (op: Operation) => op.getResult(0) }),
  "`stored` returns nothing": storing({ stored: () => {} }),
  "`stored` returns a value of another type": storing({ stored: (op: Operation) => op.getResult(0) }),
  "`stored` is missing": storing({}),
  "`canRewire` throws": split({}, { canRewire: throws }),
  "`canRewire` returns a list": split({}, { canRewire: () => [] }),
  "`destructure` returns a list": split({ destructure: () => [] }),
};

describe("mistakes in interfaces of dialects", () => {
  it("are reported with the function that is wrong", () => {
    const texts = Object.entries(TRIALS).map(([title, trial]) => `--- ${title}\n${errorsOf(trial)}\n`);
    checkGolden(texts.join(""), "interface-mistakes.txt", import.meta.url);
  });

  it("do not change correct functions, which keep their `this`", () => {
    const text = errorsOf(
      loop(function (this: OpDefinition) {
        return this.effects === undefined ? "not-speculatable" : "speculatable";
      }),
    );
    expect(text).to.match(/^no error\n[^]*"t\.op"\(\) : \(\) -> \(\)\n[^]*"t\.loop"/);
  });
});
