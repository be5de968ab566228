import { expect } from "chai";
import { lineHistory } from "../dist/page/line-history.js";
import { modelOf, stepNames } from "../dist/page/model.js";
import type { Model } from "../dist/page/model.js";
import { changesOperation, effectOn, operationsIn } from "../dist/page/operations.js";
import { lineCounts } from "../dist/page/segments.js";
import { shortPaths } from "../dist/page/words.js";
import { compareStep, compareTexts } from "../dist/page/comparison.js";
import { assemble, defineFramework, defineIr, definePass } from "@passwright/sdk";
import { recordRun } from "@passwright/viewer";
import type { Recording } from "@passwright/viewer";

type Section = readonly [label: string | undefined, text: string];

/** Returns the model of a recording with these states, and a step between each two consecutive states. */
function recorded(states: readonly (readonly Section[])[], changed: (index: number) => readonly string[]): Model {
  const texts = states.flat();
  const recording: Recording = {
    version: 1,
    title: "test",
    plugins: [],
    pipelines: [],
    plan: {
      framework: { name: "test" },
      anchor: "builtin.module",
      choice: {},
      steps: [],
      extensionPoints: [],
      leftOut: [],
      alternatives: [],
      retyped: [],
    },
    diagnostics: [],
    runs: [
      {
        input: "x.mlir",
        ok: true,
        diagnostics: [],
        visits: [
          {
            steps: states.slice(1).map((_, index) => ({
              step: `step-${index}`,
              milliseconds: 1,
              operations: 1,
              changed: changed(index),
              before: index,
              after: index + 1,
            })),
          },
        ],
      },
    ],
    texts: texts.map(([label, text]) => (label === undefined ? { text } : { label, text })),
    snapshots: states.map((sections) => ({
      ir: "mlir",
      chunks: sections.map(([label, text]) => {
        // Equal texts are stored once.
        return texts.findIndex((one) => one[0] === label && one[1] === text);
      }),
    })),
    whatIf: { switches: [], variants: [] },
  };
  return modelOf(recording);
}

const stepsOf = (model: Model) => model.recording.runs[0]?.visits[0]?.steps ?? [];

const func = "func.func @f() {\n  return\n}\n";
const llvm = "llvm.func @f() {\n  llvm.return\n}\n";

describe("the operations of a recording", () => {
  const model = recorded(
    [
      [
        ["func.func @f", func],
        ["func.func @g", "func.func @g()\n"],
      ],
      [
        ["llvm.func @f", llvm],
        ["func.func @g", "func.func @g()\n"],
      ],
      [["llvm.func @f", llvm]],
    ],
    (index) => (index === 0 ? ["llvm.func @f"] : ["builtin.module @m"]),
  );
  const [convert, remove] = stepsOf(model);
  const [f, g] = model.operations.changed;

  it("are the same operation before and after its conversion, and do not include the root", () => {
    expect(model.operations.changed.map(({ name }) => name)).to.deep.equal([
      "@f (func.func → llvm.func)",
      "@g (func.func)",
    ]);
    expect(model.operations.of("func.func @f")).to.equal(model.operations.of("llvm.func @f"));
  });

  it("are changed by the step that converts or removes them", () => {
    const changes = [f, g].map((one) => stepsOf(model).map((step) => one && changesOperation(model, step, one)));
    expect(changes).to.deep.equal([
      [true, false],
      [false, true],
    ]);
    expect(f && convert && effectOn(model, convert, f)).to.equal("changed");
    expect(g && remove && effectOn(model, remove, g)).to.equal("removed");
    const listed =
      convert && operationsIn(model, convert).map(({ operation, isChanged }) => [operation.name, isChanged]);
    expect(listed).to.deep.equal([
      ["@f (func.func → llvm.func)", true],
      ["@g (func.func)", false],
    ]);
  });

  it("have their own text before and after a step, and their own numbers of lines", () => {
    const comparison = convert && compareStep(model, convert, f, true);
    expect([comparison?.before, comparison?.after]).to.deep.equal([func.trimEnd(), llvm.trimEnd()]);
    expect(convert && lineCounts(model, convert, f)).to.deep.equal({ added: 2, removed: 2 });
    expect(convert && lineCounts(model, convert, g)).to.deep.equal({ added: 0, removed: 0 });
    expect(remove && lineCounts(model, remove)).to.deep.equal({ added: 0, removed: 1 });
  });
});

describe("the comparison of two texts", () => {
  it("ends with a line end only if the last line is added, removed or changed at its end", () => {
    const ends = (before: string, after: string): readonly string[] => {
      const comparison = compareTexts(before, after);
      return [comparison.before, comparison.after];
    };
    expect(ends("a\nb\n", "c\nb\n")).to.deep.equal(["a\nb", "c\nb"]);
    expect(ends("a\nb\n", "a\n")).to.deep.equal(["a\nb\n", "a\n"]);
    expect(ends("a\n", "a\nb\n")).to.deep.equal(["a\n", "a\nb\n"]);
  });
});

describe("the names of steps", () => {
  it("are without their contributors, if no other step has the name", () => {
    const addresses = ["cse", "inserted::cse", "a-plugin::fold", "inserted::cse#2", "one::x", "two::x"];
    expect([...stepNames(addresses).values()]).to.deep.equal([
      "cse",
      "inserted::cse",
      "fold",
      "cse#2",
      "one::x",
      "two::x",
    ]);
  });
});

describe("the names of inputs", () => {
  it("are without their common folder", () => {
    expect(shortPaths(["/a/b/one.svg", "/a/b/c/two.svg"])).to.deep.equal(["one.svg", "c/two.svg"]);
    expect(shortPaths(["C:\\a\\x", "C:\\b\\x"])).to.deep.equal(["a\\x", "b\\x"]);
    expect([shortPaths(["/a/x"]), shortPaths(["x", "x"]), shortPaths([])]).to.deep.equal([["x"], ["x", "x"], []]);
  });
});

describe("the history of a line", () => {
  const file = (...lines: string[]): readonly Section[] => [[undefined, lines.map((line) => `${line}\n`).join("")]];
  const model = recorded(
    [
      file("%c8_5 = arith.constant 8", "%d = tensor.dim %a, %c8_5"),
      file("%c8 = arith.constant 8", "%c8_5 = arith.constant 8", "use %c8, %c8_5"),
      file("%c8 = arith.constant 8", "use %c8, %c8"),
      file("%c8 = arith.constant 9", "use %c8, %c8"),
    ],
    () => ["builtin.module"],
  );
  const history = (step: number, index: number, isAfter: boolean): readonly string[] | undefined => {
    const chosen = stepsOf(model)[step];
    const line = { text: "", number: index + 1, index, isAfter, operation: undefined };
    return (
      chosen &&
      lineHistory(model, stepsOf(model), chosen, line)?.map(
        ({ steps: by, text, isAdded }) => `${by.join()} ${isAdded ? "adds " : ""}${text?.trim() ?? "removes it"}`,
      )
    );
  };

  it("belongs to the line on the selected side of the step", () => {
    expect(history(0, 0, true)).to.deep.equal(["step-0 adds %c8 = arith.constant 8", "step-2 %c8 = arith.constant 9"]);
    expect(history(0, 1, true)).to.deep.equal(["step-1 removes it"]);
    expect(history(0, 0, false)).to.deep.equal(["step-1 removes it"]);
  });

  it("goes back to the steps before the selected one", () => {
    expect(history(2, 0, true)).to.deep.equal(["step-0 adds %c8 = arith.constant 8", "step-2 %c8 = arith.constant 9"]);
    expect(history(2, 1, false)).to.deep.equal(["step-0 adds use %c8, %c8_5", "step-1 use %c8, %c8"]);
  });
});

describe("steps that are shown together", () => {
  interface Word {
    readonly kind: string;
    text: string;
    readonly inside: Word[];
  }

  /** Makes a chain of operations. Each line has a symbol and a word, which contains the next word. */
  const chain = ([text = "", ...rest]: readonly string[]): Word => {
    return { kind: "word", text, inside: rest.length === 0 ? [] : [chain(rest)] };
  };
  const print = ({ kind, text, inside }: Word): string =>
    kind === "doc" ? inside.map((line) => `${print(line)}\n`).join("") : [text, ...inside.map(print)].join(" ");
  const ir = defineIr({
    name: "words",
    root: "doc",
    nameOf: ({ kind }) => kind,
    symbolOf: ({ kind, text }) => (kind === "line" ? text : undefined),
    childrenOf: "inside",
    parse(text: string): Word {
      const lines = text.split("\n").map((line): Word => {
        const [name = "", ...words] = line.split(" ");
        return { kind: "line", text: name, inside: [chain(words)] };
      });
      return { kind: "doc", text: "", inside: lines };
    },
    print,
    prints: "operations",
  });
  const rename = (name: string, from: string, to: string) =>
    definePass({
      name,
      anchor: "word",
      runOnOperation: (word: Word) => void (word.text === from && (word.text = to)),
    });
  const last = definePass({
    name: "last",
    anchor: "doc",
    runOnOperation: ({ inside }: Word) => void (inside[2]!.inside[0]!.text = "vier"),
  });
  let model: Model;

  before(async () => {
    const framework = defineFramework({
      name: "words",
      ir,
      pipeline(b) {
        for (const pass of [rename("first", "two", "zwei"), rename("second", "one", "eins"), last]) b.addPass(pass);
      },
    });
    model = modelOf(await recordRun(assemble(framework), [{ file: "x", text: "f one two\ng two\nh four" }]));
  });

  it("change the operations around the operations that they run on, which alone are listed", () => {
    expect(stepsOf(model)[1]?.together).to.deep.equal(["first", "second"]);
    const changes = model.operations.changed.map((one) => [
      one.name,
      ...stepsOf(model).flatMap((step) => (changesOperation(model, step, one) ? [step.step] : [])),
    ]);
    expect(changes).to.deep.equal([
      ["@f (line)", "first", "second"],
      ["@g (line)", "first", "second"],
      ["@h (line)", "last"],
    ]);
  });

  it("have their own numbers of lines", () => {
    expect(stepsOf(model).map((step) => lineCounts(model, step).added)).to.deep.equal([2, 1, 1]);
  });

  it("are in the history of a line that one of them changed", () => {
    const [, second, third] = stepsOf(model);
    const history = (chosen: typeof second, index: number) =>
      chosen &&
      lineHistory(model, stepsOf(model), chosen, { text: "", number: 1, index, isAfter: true, operation: undefined });
    expect(history(third, 0)).to.deep.equal([{ steps: ["first", "second"], text: "f eins zwei\n", isAdded: false }]);
    expect(history(second, 2)).to.deep.equal([{ steps: ["last"], text: "h vier\n", isAdded: false }]);
    expect(history(third, 2)).to.deep.equal([{ steps: ["last"], text: "h vier\n", isAdded: false }]);
  });
});
