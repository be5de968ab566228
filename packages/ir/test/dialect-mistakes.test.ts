import { definePass, diagnosticOf, PassManager, renderDiagnostic, stackOf } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import {
  applyPatternsGreedily,
  Context,
  createMlirAdapter,
  dagPattern,
  defineDialect,
  dialects,
  FrozenPatternSet,
  getCanonicalizationPatterns,
  integerOf,
  node,
  parseModule,
} from "@passwright/ir";
import type {
  AttributeParser,
  AssemblyPrinter,
  DialectDefinition,
  FoldAdaptor,
  OpDefinition,
  Operation,
  PatternRewriter,
} from "@passwright/ir";
import type { RewritePattern, TypeConstraint } from "@passwright/ir";
import { byteStringOf } from "@passwright/ir/store";
import { checkGolden } from "@passwright/development";
import { expect } from "chai";

/* Mistakes that authors of dialects make, mostly in JavaScript, where TypeScript does not report them. */

/** Value of a type that TypeScript would refuse. */
const wrong = (value: unknown): never => value as never;

/** Returns the result of a method that the value does not have. */
const missing = (value: unknown): never => (value as { missing(): never }).missing();

const any: TypeConstraint = { description: "any type", accepts: () => true };

const CONSTANT: OpDefinition = {
  traits: ["ConstantLike", "Pure"],
  attributes: { value: {} },
  results: [{ name: "result", type: any }],
  fold: (op) => op.attr("value"),
};

const FUNCTION = '"func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({\n^bb0(%a: i32):\n';
const END = '  "func.return"(%0) : (i32) -> ()\n}) : () -> ()\n';
const PROGRAM = `${FUNCTION}  %0 = "t.op"(%a) : (i32) -> i32\n${END}`;

type Parts = Partial<DialectDefinition>;

const materialized: Parts = {
  materializeConstant: (builder, value, type) =>
    builder.create("t.constant", { results: [type], attributes: { value } }),
};

interface Trial {
  readonly op?: OpDefinition;
  readonly constant?: OpDefinition;
  readonly parts?: Parts;
  readonly patterns?: readonly RewritePattern[];
  readonly text?: string;
}

function contextOf({ op = {}, constant = CONSTANT, parts = materialized }: Trial): Context {
  const plain: OpDefinition = { traits: ["Pure"] };
  const ops = { constant, op: { ...plain, ...op }, other: plain } satisfies Parts["ops"];
  return new Context({ dialects: [...dialects, defineDialect({ name: "t", ops, ...parts })], allowUnregistered: true });
}

/** Parses and simplifies a program, and returns the text of the error. */
function errorOf(trial: Trial): string {
  try {
    const context = contextOf(trial);
    const parsed = parseModule(context, trial.text ?? PROGRAM, { file: "in.mlir" });
    if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
    const valid: string[] = [];
    createMlirAdapter(context).verify(parsed.op, { recursive: true }, ({ message }) => void valid.push(message));
    if (valid.length > 0) throw new Error(valid[0]);
    const patterns = [...getCanonicalizationPatterns(context), ...(trial.patterns ?? [])];
    applyPatternsGreedily(parsed.op, new FrozenPatternSet(context, patterns));
    return `no error\n${parsed.op.print()}`;
  } catch (thrown) {
    const diagnostic = diagnosticOf(thrown);
    if (diagnostic === undefined) throw thrown;
    return renderDiagnostic(diagnostic);
  }
}

function integer(op: FoldAdaptor, value: bigint, type = "i32"): ReturnType<FoldAdaptor["getIntegerAttr"]> {
  return op.context.internAttribute({ kind: "integer", type: op.context.parseType(type), value });
}

const folding = (fold: (op: FoldAdaptor) => unknown): Trial => ({ op: { fold: (op) => wrong(fold(op)) } });

/** Returns a trial of a pattern that calls `change` once. */
function rewriting(change: (op: Operation, rewriter: PatternRewriter) => unknown): Trial {
  let isDone = false;
  const matchAndRewrite = (op: Operation, rewriter: PatternRewriter): boolean => {
    if (isDone) return false;
    isDone = true;
    change(op, rewriter);
    return true;
  };
  return { op: { canonicalizationPatterns: [{ name: "Change", matchAndRewrite }] } };
}

const dag = (rewrite: Parameters<typeof dagPattern>[0]["rewrite"]): Trial => ({
  op: { canonicalizationPatterns: [dagPattern({ name: "Tree", match: node("t.op", ["x"]), rewrite })] },
});

const creating = (state: (op: Operation, rewriter: PatternRewriter) => unknown): Trial =>
  rewriting((op, rewriter) => rewriter.create("t.other", wrong(state(op, rewriter))));

const materializing = (make: DialectDefinition["materializeConstant"] & object): Trial => ({
  ...folding((op) => integer(op, 4n)),
  parts: { materializeConstant: make },
});

const parsing = (parse: (parser: AttributeParser) => unknown): Trial => ({
  parts: { types: { list: { parse: (parser) => wrong(parse(parser)) } } },
  text: `"any.op"() {a = !t.list<2, "→">} : () -> ()\n`,
});

/** Parses `<2, "→">`, and returns `text`. */
const parsesAll =
  (text: unknown) =>
  (parser: AttributeParser): unknown => {
    parser.parsePunctuation("<");
    parser.parseInteger();
    parser.parsePunctuation(",");
    parser.parseAttribute();
    parser.parsePunctuation(">");
    return text;
  };
const printing = (print: (printer: AssemblyPrinter) => void): Trial => ({
  op: {
    traits: [],
    directives: { Part: { parse: (parser) => parser.parseKeyword("part"), print } },
    assemblyFormat: "custom<Part> attr-dict",
  },
  text: "t.op part\n",
});

const naming = (resultNames: unknown): Trial => ({ op: { resultNames: wrong(resultNames) } });

const foreign = new Context({ dialects });

const TRIALS: Readonly<Record<string, Trial>> = {
  "`fold` creates an integer that does not fit": folding((op) => integer(op, 300n, "i8")),
  "`fold` returns null": folding(() => null),
  "`fold` returns true": folding(() => true),
  "`fold` returns a bigint": folding(() => 5n),
  "`fold` returns a string": folding(() => "x"),
  "`fold` returns an object": folding(() => ({})),
  "`fold` returns a promise": folding(() => Promise.reject(new Error("too late"))),
  "`fold` returns a type": folding((op) => op.resultType()),
  "`fold` returns an operation": folding((op) => op.op),
  "`fold` returns its own result": folding((op) => op.op.getResult(0)),
  "`fold` returns a value of another type": {
    ...folding((op) => op.operand(0)),
    text: '%a = "t.other"() : () -> i32\n%0 = "t.op"(%a) : (i32) -> i64\n"any.use"(%0) : (i64) -> ()\n',
  },
  "`fold` returns an attribute of another type": folding((op) => integer(op, 4n, "i64")),
  "`fold` returns an attribute of another context": folding(() => foreign.parseAttribute("4 : i32")),
  "`fold` returns too many values": folding((op) => [op.operand(0), op.operand(0)]),
  "`fold` returns a list with null": folding(() => [null]),
  "`fold` reads an operand that does not exist": folding((op) => op.operand(1)),
  "`fold` throws": folding(missing),
  "`fold` of a constant returns a number": {
    op: { ...CONSTANT, fold: () => wrong(7) },
    text: '%0 = "t.op"() {value = 7 : i32} : () -> i32\n"any.use"(%0) : (i32) -> ()\n',
  },
  "`fold` of a constant returns nothing": {
    op: { ...CONSTANT, fold: () => undefined },
    text: '%0 = "t.op"() {value = 7 : i32} : () -> i32\n"any.use"(%0) : (i32) -> ()\n',
  },
  "`materializeConstant` throws": materializing(missing),
  "`materializeConstant` returns null": materializing(() => wrong(null)),
  "`materializeConstant` returns a value": materializing((builder, value, type) =>
    wrong(builder.create("t.constant", { results: [type], attributes: { value } }).getResult(0)),
  ),
  "`materializeConstant` returns an operation without results": materializing((builder, value) =>
    builder.create("t.constant", { attributes: { value } }),
  ),
  "`materializeConstant` returns an operation of another type": materializing((builder, value) =>
    builder.create("t.constant", { results: [builder.getI64Type()], attributes: { value } }),
  ),
  "`materializeConstant` returns an operation that it removed": materializing((builder, value, type) => {
    const op = builder.create("t.constant", { results: [type], attributes: { value } });
    op.remove();
    return op;
  }),
  "`fold` of a constant returns an attribute of another type": {
    op: { fold: (op) => op.constant(0), operands: [{ name: "x", type: any }], results: [{ name: "r", type: any }] },
    constant: { ...CONSTANT, fold: (op) => integer(op, 3n, "i64") },
    text: `${FUNCTION}  %k = "t.constant"() <{value = 3 : i32}> : () -> i32\n  %0 = "t.op"(%k) : (i32) -> i32\n${END}`,
  },
  "`materializeConstant` returns an operation that is not a constant": materializing((builder, value, type) =>
    builder.create("t.other", { results: [type], attributes: { value } }),
  ),
  "`verify` throws": { op: { verify: (op) => missing(op) } },
  "`verify` reads an operand that does not exist": { op: { verify: (op) => void op.getOperand(3) } },
  "`verify` is asynchronous": { op: { verify: () => wrong(Promise.reject(new Error("too late"))) } },
  "`accepts` throws": { op: { operands: [{ name: "x", type: { ...any, accepts: missing } }] } },
  "`relations` contains an unknown name": {
    op: {
      operands: [{ name: "x", type: any }],
      relations: [{ description: "same types", holds: (typesOf) => typesOf("y").length === 0 }],
    },
  },
  "`inferResultTypes` throws": { op: { inferResultTypes: missing } },
  "`inferTypes` throws": {
    op: { operands: [], results: [{ name: "y", type: any }], inferTypes: { y: missing }, assemblyFormat: "attr-dict" },
    text: "%0 = t.op\n",
  },
  "`inferTypes` returns nothing": {
    op: {
      operands: [],
      results: [{ name: "y", type: any }],
      inferTypes: { y: () => wrong(undefined) },
      assemblyFormat: "attr-dict",
    },
    text: "%0 = t.op\n",
  },
  "`parse` of a type throws": parsing(missing),
  "`parse` of a type ends early": parsing((parser) => {
    parser.parsePunctuation("<");
    return `<${parser.parseInteger()}>`;
  }),
  "`parse` of a type returns nothing": parsing(parsesAll(undefined)),
  "`parse` of a type returns brackets that are not closed": parsing(parsesAll("<(>")),
  "`parse` of a type returns a text after the brackets": parsing(parsesAll("<2>3")),
  "`parse` of a type returns a word": parsing(parsesAll("a")),
  "`resultNames` throws": naming(missing),
  "`resultNames` returns a string": naming(() => "sum"),
  "`resultNames` returns numbers": naming(() => [5]),
  "`print` of a directive throws": printing(missing),
  "`print` writes a text that is not a byte string": printing((printer) => printer.write("part → ä")),
  "`print` writes a value that does not exist": printing((printer) => printer.value(printer.results()[0]!)),
  "`print` writes a number": printing((printer) => printer.write(wrong(5))),
  "`print` of an attribute throws": {
    op: {
      traits: [],
      attributes: { v: { format: { ...integerOf(32), print: missing } } },
      assemblyFormat: "$v attr-dict",
    },
    text: "t.op 5\n",
  },
  "a pattern throws": rewriting(missing),
  "a pattern of a pass throws": { patterns: [{ name: "Lower", root: "t.op", matchAndRewrite: missing }] },
  "a pattern returns a promise": {
    patterns: [{ name: "Lower", root: "t.op", matchAndRewrite: () => wrong(Promise.resolve(true)) }],
  },
  "a pattern does not return true": {
    patterns: [
      { name: "Lower", matchAndRewrite: (op, rewriter) => wrong(rewriter.replaceOp(op, op.operands)), root: "t.op" },
    ],
  },
  "a pattern erases an operation with uses": rewriting((op, rewriter) => rewriter.eraseOp(op)),
  "a tree does not bind a value": dag((match, rewriter, root) => rewriter.replaceOp(root, [match.value("y")])),
  "`create` with a misspelled key": creating((op) => ({ result: op.resultTypes })),
};

describe("mistakes in dialects", () => {
  it("are reported with the function that is wrong", () => {
    const texts = Object.entries(TRIALS).map(([title, trial]) => `--- ${title}\n${errorOf(trial)}\n`);
    checkGolden(texts.join(""), "dialect-mistakes.txt", import.meta.url);
  });

  it("do not include byte strings", () => {
    const written = printing((printer) => printer.write(byteStringOf("part // → ä")));
    expect(errorOf(written)).to.equal("no error\nmodule {\n  t.op part // → ä\n}\n");
  });

  it("are not confused with errors of the function that receives the text", () => {
    const { op } = parseModule(contextOf(printing(() => {})), "t.op part\n") as { readonly op: Operation };
    const full = new Error("the disk is full");
    const print = (): void =>
      op.printTo(() => {
        throw full;
      });
    expect(print).to.throw(full);
  });

  it("do not blame the pass, and keep the original error", () => {
    const trial = folding(missing);
    const context = contextOf(trial);
    const adapter = createMlirAdapter(context);
    const innocent = definePass({
      name: "innocent",
      runOnOperation(op: Operation) {
        applyPatternsGreedily(op, new FrozenPatternSet(op.context, []));
      },
    });
    const run = (text: string): ReturnType<PassManager<Operation>["run"]> => {
      const parsed = parseModule(context, text, { file: "in.mlir" });
      if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
      return new PassManager(adapter).addPass(innocent as PassDefinition<Operation>).run(parsed.op);
    };
    const { diagnostics, failures } = run(PROGRAM);
    expect(diagnostics.map(renderDiagnostic).join("\n")).to.equal(
      [
        "error[PWI0019]: `fold` of `t.op` threw TypeError: value.missing is not a function",
        "  --> dialect t, in.mlir:3:8, step innocent",
        "help: correct the function, or report this to the author of dialect `t`, with the stack from `--debug`",
      ].join("\n"),
    );
    const { thrown } = failures[0]!;
    expect((thrown as Error).cause).to.be.instanceOf(TypeError);
    expect(stackOf(thrown)).to.match(/^TypeError: value\.missing is not a function\n +at missing /);
  });
});
