import type { UsageError } from "@passwright/core";
import { definePass, diagnosticOf, PassManager, renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { verifyIsolation } from "@passwright/instrument";
import { assemble, defineFramework, defineIr } from "@passwright/sdk";
import type { Ir } from "@passwright/sdk";
import { expect } from "chai";

/** Returns the error that a function throws, as text. */
function refusalOf(run: () => unknown): string {
  try {
    run();
    return "accepted";
  } catch (thrown) {
    return renderDiagnostic(diagnosticOf(thrown) as Diagnostic);
  }
}

interface Element {
  name: string;
  id?: string;
  children?: Element[];
}

/** Parses a text such as `svg(g(path,path),rect#a)`. Reports a child that is not a name with its position. */
function parse(text: string): Element {
  const root: Element = { name: "", children: [] };
  const stack = [root];
  for (const { 0: token, index } of text.matchAll(/[\w#]+|[(),]|[^\s]/g)) {
    const around = stack.at(-1) as Element;
    if (token === "(") stack.push(around.children?.at(-1) as Element);
    else if (token === ")") stack.pop();
    else if (/^\w/.test(token)) {
      const [name = "", id] = token.split("#");
      (around.children ??= []).push({ name, ...(id !== undefined && { id }) });
    } else if (token !== ",") {
      throw Object.assign(new SyntaxError(`unexpected ${token} (1:${index + 1})\nmore`), {
        line: 1,
        column: index + 1,
      });
    }
  }
  return root.children?.[0] as Element;
}

function print({ name, id, children }: Element): string {
  const inner = children === undefined || children.length === 0 ? "" : `(${children.map(print).join()})`;
  return `${name}${id === undefined ? "" : `#${id}`}${inner}`;
}

const svg = defineIr({ name: "svg", parse, nameOf: (element) => element.name, childrenOf: "children", print });

function read(text: string): Element {
  const parsed = svg.parse?.(text, { file: "logo.svg" });
  if (parsed?.ok !== true) throw new Error("the input is valid");
  return parsed.op;
}

describe("an IR of plain objects", () => {
  it("runs nested pipelines and finds parents itself", () => {
    const seen: string[] = [];
    const note = definePass({
      name: "note",
      runOnOperation: (op: Element) => void seen.push(`${svg.parentOf?.(op)?.name} > ${op.name}`),
    });
    const manager = new PassManager<Element>(svg, { anchor: "svg" });
    manager.nest("g").nest("path").addPass(note);
    manager.nest("rect").addPass(note);
    const { succeeded } = manager.run(read("svg(g(path,path),rect,g(path))"));
    expect({ succeeded, seen }).to.deep.equal({
      succeeded: true,
      seen: ["g > path", "g > path", "svg > rect", "g > path"],
    });
  });

  it("follows operations that are detached, moved and attached", () => {
    const root = read("svg(a,b,c,d)");
    const list = root.children as Element[];
    svg.collectNested(root, []);
    const [, b, c, d] = list as [Element, Element, Element, Element];
    list.splice(0, 2);
    const names = [b, c, d].map((op) => svg.parentOf?.(op)?.name ?? "none");
    list.push(b, ...list.splice(0, 1));
    expect([...names, ...[b, c, d].map((op) => svg.parentOf?.(op)?.name ?? "none")].join(" ")).to.equal(
      "none svg svg svg svg svg",
    );
  });

  it("lists the children of several keys, each with a child or a list", () => {
    interface Call {
      type: string;
      callee?: Call | null;
      parameters?: (Call | null)[];
    }
    const calls = defineIr({
      name: "calls",
      nameOf: (op: Call) => op.type,
      childrenOf: ["decorators", "callee", "parameters"],
      nesting: "everywhere",
    });
    const leaf = (type: string): Call => ({ type });
    const [first, last] = [leaf("first"), leaf("last")];
    const inner: Call = { type: "call", callee: leaf("name"), parameters: [first, null, last] };
    const root: Call = { type: "call", callee: inner, parameters: [] };
    const seen: string[] = [];
    const visit = (anchor: string, change: (op: Call) => void = () => undefined) =>
      definePass({
        name: `visit-${anchor}`,
        anchor,
        runOnOperation(op: Call) {
          seen.push(`${op.type} in ${calls.parentOf?.(op)?.type}`);
          change(op);
        },
      });
    const removeLast = visit("first", () => inner.parameters?.pop());
    const framework = defineFramework({
      name: "caller",
      ir: calls,
      anchor: "call",
      pipeline: (builder) =>
        ["name", "first", "last"].forEach((anchor) => {
          builder.addPass(anchor === "first" ? removeLast : visit(anchor));
        }),
    });
    expect(assemble(framework).run(root).ok).to.equal(true);
    expect(seen).to.deep.equal(["name in call", "first in call"]);
    const list: Call[] = [];
    calls.collectNested(inner, list);
    expect(list.map(({ type }) => type)).to.deep.equal(["name", "first"]);
    expect(calls.parentOf?.(last)).to.equal(undefined);
  });

  it("has no interfaces and traits, so planning refuses passes that require them", () => {
    const ir = defineIr({ name: "svg", root: "svg", nameOf: () => "svg", childrenOf: () => [] });
    for (const requirement of [{ interface: "Symbol" }, { trait: "Symbol" }]) {
      const pass = definePass({ name: "x", ...requirement, runOnOperation() {} });
      const framework = defineFramework({ name: "f", ir, anchor: "svg", pipeline: (b) => void b.addPass(pass) });
      expect(assemble(framework).diagnostics.map(({ code, message }) => `${code} ${message}`)).to.deep.equal([
        `PWB0405 \`x\` cannot run on 'svg': the pass requires ${Object.keys(requirement)[0]} \`Symbol\``,
      ]);
    }
  });

  it("leaves the file and the position out of a message", () => {
    const parse = (): never => {
      throw Object.assign(new Error("/in/a.x: odd (2:0)\n> 2 | ?"), { loc: { line: 2, column: 0 } });
    };
    const parsed = defineIr({ name: "x", parse, nameOf: () => "x", childrenOf: () => [] }).parse?.("", { file: "a.x" });
    expect(parsed?.ok === false && parsed.diagnostics.map(({ message }) => message)).to.deep.equal([
      "the x parser refused the input: odd",
    ]);
  });

  for (const [tree, position, place] of [
    ["unist", { position: { start: { line: 2, column: 3 } } }, "2:3"],
    ["PostCSS", { source: { start: { line: 2, column: 3, offset: 9 } } }, "2:3"],
    ["ESTree", { loc: { start: { line: 2, column: 3 } } }, "2:4"],
    ["another kind", { line: 2, column: 3, position: { x: 1 } }, "0:0"],
  ] as const) {
    it(`finds positions in trees of ${tree}`, () => {
      const parse = (): object => ({ children: [position] });
      const ir = defineIr({ name: "x", parse, nameOf: () => "x", childrenOf: "children" });
      const parsed = ir.parse?.("", { file: "a.x" });
      const nested: object[] = [];
      if (parsed?.ok === true) ir.collectNested(parsed.op, nested);
      const at = ir.locationOf?.(nested[0] as object);
      expect(`${at?.line}:${at?.column}`).to.equal(place);
    });
  }

  it("hashes a text that `fingerprint` returns", () => {
    const fingerprint = ({ name }: Element): string => name;
    const ir = defineIr<Element, "children">({ name: "x", nameOf: () => "x", childrenOf: "children", fingerprint });
    expect(ir.fingerprint?.({ name: "a", id: "b" }))
      .to.equal(ir.fingerprint?.({ name: "a" }))
      .and.to.be.a("bigint");
    expect(ir.fingerprint?.({ name: "a" })).to.not.equal(ir.fingerprint?.({ name: "b" }));
  });

  it("parses a text without a file, as `input`", () => {
    const svg = defineIr<Element, "children">({
      name: "svg",
      parse,
      nameOf: ({ name }) => name,
      childrenOf: "children",
    });
    expect(svg.parse?.("svg(g)").ok).to.equal(true);
    const refused = svg.parse?.("svg(?)");
    expect(refused?.ok === false && refused.diagnostics.map(({ at }) => at?.file)).to.deep.equal(["input"]);
  });

  it("reports exceptions of its parser, with the position if there is one", () => {
    const parsed = svg.parse?.("svg(g,?)", { file: "logo.svg" });
    const [diagnostic] = parsed?.ok === false ? parsed.diagnostics : [];
    expect(renderDiagnostic(diagnostic as Diagnostic)).to.equal(
      [
        "error[PWS0101]: the svg parser refused the input: unexpected ?",
        "     more",
        "  --> logo.svg:1:7",
        "   | svg(g,?)",
        "   |       ^",
        "help: correct the input",
      ].join("\n"),
    );
  });

  for (const [parser, thrown, place] of [
    ["Babel", { message: "Unexpected token", loc: { line: 2, column: 0 } }, "in.x:2:1"],
    ["PostCSS", { reason: "Unclosed block", message: "in.x:2:3: Unclosed block", line: 2, column: 3 }, "in.x:2:3"],
    ["unified", { reason: "odd", place: { start: { line: 1, column: 2 } } }, "in.x:1:2"],
    ["GraphQL", { message: "Syntax Error", locations: [{ line: 2, column: 2 }] }, "in.x:2:2"],
    [
      "Peggy",
      { message: "Expected", location: { start: { line: 1, column: 3 }, end: { line: 2, column: 1 } } },
      "in.x:1:3",
    ],
    ["JSON5", { message: "invalid", lineNumber: 2, columnNumber: 3 }, "in.x:2:3"],
    [
      "yaml",
      {
        message: "bad",
        linePos: [
          { line: 2, col: 3 },
          { line: 2, col: 4 },
        ],
      },
      "in.x:2:3",
    ],
    ["a list without a position", { message: "odd", locations: [] }, "in.x"],
    ["a position without a column", { message: "odd", line: 2 }, "in.x:2:1"],
    ["no position", { message: "odd" }, "in.x"],
    ["a position that is none", { message: "odd", line: "2", column: -1 }, "in.x"],
    ["a string", "odd", "in.x"],
    ["null", null, "in.x"],
  ] as const) {
    it(`reads the position in an exception: ${parser}`, () => {
      const ir = defineIr({
        name: "x",
        nameOf: () => "x",
        childrenOf: () => [],
        parse: () => {
          throw thrown;
        },
      });
      const parsed = ir.parse?.("one\ntwo", { file: "in.x" });
      const at = parsed?.ok === false ? parsed.diagnostics[0]?.at : undefined;
      expect(at?.line === 0 ? at.file : `${at?.file}:${at?.line}:${at?.column}`).to.equal(place);
    });
  }

  it("reports all lines of an exception, without a code frame if the position is known", () => {
    const shown = (message: string, loc?: object): string => {
      const ir = defineIr({
        name: "x",
        nameOf: () => "x",
        childrenOf: () => [],
        parse: () => {
          throw Object.assign(new SyntaxError(message), loc && { loc });
        },
      });
      const parsed = ir.parse?.("one\ntwo", { file: "in.x" });
      return parsed?.ok === false ? renderDiagnostic(parsed.diagnostics[0] as Diagnostic) : "accepted";
    };
    const babel =
      "in.x: Missing semicolon. (2:1)\n\n  1 | one\n> 2 | two\n    |  ^\n\nAdd a \u001b[31msemicolon\r\nhere.\n";
    const head = "error[PWS0101]: the x parser refused the input: Missing semicolon.";
    const rest = ["     Add a \\u001b[31msemicolon", "     here."];
    expect(shown(babel, { line: 2, column: 1 })).to.equal(
      [head, ...rest, "  --> in.x:2:2", "   | two", "   |  ^", "help: correct the input"].join("\n"),
    );
    expect(shown(babel)).to.equal(
      [
        head,
        "       1 | one",
        "     > 2 | two",
        "         |  ^",
        ...rest,
        "  --> in.x",
        "help: correct the input, or report the stack from `--debug` to the author of the parser",
      ].join("\n"),
    );
  });

  it("refuses a tree that is a promise or not an object", () => {
    const messages = [Promise.resolve({}), null, "tree"].map((value) => {
      const ir = defineIr({ name: "svg", nameOf: () => "g", childrenOf: () => [], parse: () => value as object });
      const parsed = ir.parse?.("", { file: "logo.svg" });
      return parsed?.ok === false ? renderDiagnostic(parsed.diagnostics[0] as Diagnostic) : "accepted";
    });
    expect(messages.join("\n\n")).to.equal(
      [
        "error[PWS0102]: `parse` of IR `svg` returned a promise instead of an object\n  --> logo.svg\nhelp: make `parse` synchronous, and await asynchronous work in `load`",
        "error[PWS0102]: `parse` of IR `svg` returned null instead of an object\n  --> logo.svg\nhelp: return the root from `parse`",
        "error[PWS0102]: `parse` of IR `svg` returned a value of type string instead of an object\n  --> logo.svg\nhelp: return the root from `parse`",
      ].join("\n\n"),
    );
  });

  it("is refused without its required members", () => {
    const problem = (ir: unknown): string => {
      try {
        defineIr(ir as never);
        return "accepted";
      } catch (thrown) {
        return renderDiagnostic((thrown as UsageError).diagnostic);
      }
    };
    const refused = (what: string): string => `error[PWS0103]: ${what}\nhelp: correct the argument of \`defineIr\``;
    const nameOf = (): string => "g";
    expect(
      [
        problem({ name: "svg", nameOf }),
        problem(null),
        problem({ nameOf, childrenOf: "c" }),
        problem({ name: "svg", childrenOf: "c" }),
        problem({ name: "svg", nameOf, childrenOf: "c", print: "text" }),
        problem({ name: "svg", nameOf, childrenOf: "c", reduction: { remove: nameOf } }),
        problem({ name: "svg", nameOf, childrenOf: "c", nesting: "deep" }),
        problem({ name: "svg", nameOf, childrenOf: "c", prints: "all" }),
        problem({ name: "svg", nameOf, childrenOf: "c", extensions: ".x" }),
        problem({ name: "svg", nameOf, childrenOf: "c", extensions: [".x", "y"] }),
        problem({ name: "svg", nameOf, childrenOf: "c", operations: ["a", 1] }),
        problem({ name: "svg", nameOf, childrenOf: "c", root: nameOf }),
        problem({ name: "svg", nameOf, childrenOf: "c", extensions: [], operations: ["a"], root: "a" }),
        problem({ name: "svg", nameOf, childrenOf: "c", operations: ["a"], root: "svg" }),
        problem({ name: "svg", nameOf, childrenOf: "c", operations: new Set(["svg"]), root: "svg" }),
        problem({ name: "svg", nameOf, childrenOf: "c", positionsOf: nameOf }),
        problem({ name: "svg", nameOf, childrenOf: "c" }),
      ].join("\n"),
    ).to.equal(
      [
        refused("the IR `svg`: `childrenOf` must be a key, a list of keys or a function, not undefined"),
        "error[PWS0103]: the argument of `defineIr` must be an object\nhelp: pass `{ name, nameOf, childrenOf }`",
        refused("the IR `undefined`: `name` must be a non-empty string, not undefined"),
        refused("the IR `svg`: `nameOf` must be a function, not undefined"),
        refused('the IR `svg`: `print` must be a function, not "text"'),
        refused("the IR `svg`: `reduction.replaceByChildren` must be a function, not undefined"),
        refused('the IR `svg`: `nesting` must be "everywhere" or "direct", not "deep"'),
        refused('the IR `svg`: `prints` must be "operations" or "roots", not "all"'),
        refused('the IR `svg`: `extensions` must be a list, not ".x"'),
        refused('the IR `svg`: `extensions[1]` must be a string that starts with `.`, not "y"'),
        refused("the IR `svg`: `operations[1]` must be a string, not 1"),
        refused("the IR `svg`: `root` must be a string, not a function"),
        "accepted",
        refused('the IR `svg`: `root` must be an element of `operations`, not "svg"'),
        refused("the IR `svg`: `operations` must be a list, not an object"),
        refused("the IR `svg`: unknown key `positionsOf`; did you mean `positionOf`?"),
        "accepted",
      ].join("\n"),
    );
  });

  it("refuses children that are not operations, and names that are not strings, when a run reaches them", () => {
    const problem = (root: object): string => {
      const manager = new PassManager<Element>(svg, { anchor: "any" });
      manager.nest("path").addPass(definePass({ name: "look", runOnOperation: () => {} }));
      const { succeeded, diagnostics } = manager.run(root as Element);
      return [succeeded ? "accepted" : "", ...diagnostics.map(renderDiagnostic)].join("");
    };
    const path = { name: "path" };
    const find =
      "help: correct the pass that changed the tree, or `childrenOf`\nhelp: to find the pass, set `operations` or `verify` in `defineIr`";
    expect(
      [
        problem({ name: "svg", children: [null, path] }),
        problem({ name: "svg", children: [path, undefined] }),
        problem({ name: "svg", children: ["path"] }),
        problem({ name: "svg", children: path }),
        problem({ name: "svg", children: "path" }),
        problem({ name: "svg", children: [path, { type: "path" }] }),
        problem({ name: "svg", children: new Set([path]) }),
        problem({ name: "svg", children: null }),
      ].join("\n"),
    ).to.equal(
      [
        "error[PWS0105]: `childrenOf` of IR `svg` returned a list that contains null for operation 'svg'\n" + find,
        "error[PWS0105]: `childrenOf` of IR `svg` returned a list that contains undefined for operation 'svg'\n" + find,
        "error[PWS0105]: `childrenOf` of IR `svg` returned a list that contains a value of type string for operation 'svg'\n" +
          find,
        "error[PWS0105]: `childrenOf` of IR `svg` returned a value of type object for operation 'svg'\n" + find,
        "error[PWS0105]: `childrenOf` of IR `svg` returned a value of type string for operation 'svg'\n" + find,
        "error[PWS0106]: `nameOf` of IR `svg` returned undefined instead of a string\n  --> step look\nhelp: return a string from `nameOf` for every operation, and pass only operations of this IR\nhelp: to find the pass, set `operations` or `verify` in `defineIr`",
        "accepted",
        "accepted",
      ].join("\n"),
    );
  });

  it("names the last pass before such an operation, also if the pass is nested", () => {
    const look = (name: string) => definePass({ name, runOnOperation: () => {} });
    const breaks = definePass({
      name: "breaks",
      runOnOperation: (op: Element) => void (op.children = [undefined as never]),
    });
    const stepOf = (fill: (manager: PassManager<Element>) => void): string | undefined => {
      const manager = new PassManager<Element>(svg, { anchor: "svg" });
      fill(manager);
      return manager.run({ name: "svg", children: [{ name: "path" }, { name: "path" }] }).diagnostics[0]?.step;
    };
    expect(
      stepOf((manager) => {
        manager.addPass(look("first")).addPass(breaks);
        manager.nest("path").addPass(look("late"));
      }),
    ).to.equal("breaks");
    expect(
      stepOf((manager) => {
        manager.addPass(look("first")).nestEverywhere("path").addPass(breaks);
        manager.addPass(look("late"));
      }),
    ).to.equal("breaks");
  });

  it("names the file and the position of an operation", () => {
    const ir = defineIr({
      name: "x",
      parse: (): Element => ({ name: "top", children: [{ name: "inner" }] }),
      nameOf: (op) => op.name,
      childrenOf: "children",
      positionOf: (op) => (op.name === "inner" ? { line: 3, column: 4 } : undefined),
    });
    const fail = definePass({ name: "fail", runOnOperation: (op: Element, pass) => pass.emitError("bad", op) });
    const manager = new PassManager<Element>(ir, { anchor: "top" });
    manager.nest("inner").addPass(fail);
    const parsed = ir.parse?.("", { file: "in.x" });
    const { diagnostics } = manager.run((parsed as { op: Element }).op);
    expect(diagnostics.map(({ at }) => `${at?.file}:${at?.line}:${at?.column}`)).to.deep.equal(["in.x:3:4"]);
  });

  it("notes exceptions in `positionOf` and `symbolOf` in diagnostics about operations", () => {
    for (const key of ["positionOf", "symbolOf"] as const) {
      const ir = defineIr({
        name: "x",
        parse: (): Element => ({ name: "top", children: [{ name: "inner" }] }),
        nameOf: (op) => op.name,
        childrenOf: "children",
        [key](op: Element): undefined {
          if (op.name === "inner") throw new Error("oh no");
        },
      });
      const warn = definePass({ name: "warn", runOnOperation: (op: Element, pass) => pass.emitWarning("careful", op) });
      const manager = new PassManager<Element>(ir, { anchor: "top" });
      manager.addPass(warn);
      manager.nest("inner").addPass(warn);
      const parsed = ir.parse?.("", { file: "in.x" });
      const { succeeded, diagnostics } = manager.run((parsed as { op: Element }).op);
      expect([succeeded, ...diagnostics.map(renderDiagnostic)].join("\n")).to.equal(`true
warning[PWC0501]: careful
  --> in.x, step warn
warning[PWC0501]: careful
  --> in.x, step warn
   = \`${key}\` of IR \`x\` threw an exception: Error: oh no (in.x)`);
    }
  });

  it("is named in errors about exceptions in its functions, also if an instrumentation calls them", () => {
    interface Node {
      readonly name: string;
      readonly nodes: readonly Node[];
    }
    const leaf = definePass({ name: "leaf", anchor: "leaf", runOnOperation: () => {} });
    const root: Node = { name: "top", nodes: [{ name: "leaf", nodes: [] }] };
    const refusal = (key: string, isChecked: boolean, member = { [key]: thrower }): string => {
      const ir = defineIr<Node, "nodes", Node>({
        name: "x",
        root: "top",
        nameOf: ({ name }) => name,
        childrenOf: ({ nodes }) => nodes,
        ...member,
      });
      const framework = defineFramework({ name: "f", ir, pipeline: (builder) => builder.addPass(leaf) });
      const instrumentations = isChecked ? [verifyIsolation(ir)] : [];
      const { ok, diagnostics } = assemble(framework).run(root, { instrumentations });
      return [ok, ...diagnostics.map(renderDiagnostic)].join("\n");
    };
    const thrower = (): never => {
      throw new Error("oh no");
    };
    const error = (key: string): string => `false
error[PWS0103]: \`${key}\` of IR \`x\` threw an exception: Error: oh no
  --> ir x
help: correct the pass that changed the tree, or \`${key}\`
help: to find the pass, set \`operations\` or \`verify\` in \`defineIr\``;
    expect(refusal("nameOf", false)).to.equal(error("nameOf"));
    expect(refusal("childrenOf", false)).to.equal(error("childrenOf"));
    expect(refusal("childrenOf", true)).to.equal(error("childrenOf"));
    expect(refusal("parentOf", true)).to.equal(error("parentOf"));
    const late = function* (op: Node): Generator<Node> {
      yield* op.nodes;
      thrower();
    };
    expect(refusal("childrenOf", false, { childrenOf: late as never })).to.equal(error("childrenOf"));
  });

  it("ends for operations that contain themselves, and for a root that is its own parent", () => {
    interface Node {
      readonly name: string;
      readonly children: Node[];
    }
    const top: Node = { name: "top", children: [{ name: "inner", children: [] }] };
    const refer = definePass({ name: "refer", runOnOperation: (op: Node, pass) => void pass.emitRemark("here", op) });
    const run = (parentOf?: (op: Node) => Node): string => {
      const ir = defineIr({
        name: "x",
        parse: (): Node => top,
        nameOf: (op) => op.name,
        childrenOf: "children",
        ...(parentOf && { parentOf }),
      });
      const manager = new PassManager<Node>(ir, { anchor: "top" });
      manager.nestEverywhere("inner").addPass(refer);
      ir.parse?.("", { file: "in.x" });
      return manager.run(top).diagnostics.map(renderDiagnostic).join("\n");
    };
    const ownParent = run(() => top);
    top.children[0]?.children.push(top);
    expect(`${ownParent}\n${run()}`).to.equal(`remark[PWC0501]: here
  --> in.x, step refer
remark[PWC0501]: here
  --> in.x, step refer
error[PWC0421]: 'top' contains itself: the operations do not form a tree
help: fix the pass that moved the operation, or \`collectNested\` of the adapter`);
  });
});

describe("a verifier in a few lines", () => {
  it("runs after each pass, and its reports name the pass and the operation", () => {
    const ir = defineIr({
      name: "svg",
      parse,
      nameOf: (op) => op.name,
      childrenOf: "children",
      verify(op, report) {
        const wrong = op.children?.find(({ name }) => name === "");
        if (wrong !== undefined) report("an element has no name", wrong);
        return wrong === undefined;
      },
    });
    const clear = definePass({ name: "clear", runOnOperation: (op: Element) => void (op.children = [{ name: "" }]) });
    const manager = new PassManager<Element>(ir, { anchor: "svg" });
    manager.addPass(clear);
    const parsed = ir.parse?.("svg", { file: "logo.svg" });
    const { diagnostics } = manager.run((parsed as { op: Element }).op);
    expect(renderDiagnostic(diagnostics[0] as Diagnostic)).to.equal(
      [
        "error[PWS0104]: an element has no name",
        "  --> logo.svg, step clear",
        "help: correct the input, or the pass that ran before the verifier",
      ].join("\n"),
    );
  });
});

describe("an IR that lists its operations", () => {
  it("refuses operations that a pass adds with other names, or without a name", () => {
    const ir = defineIr({
      name: "svg",
      parse,
      nameOf: (op) => op.name,
      childrenOf: "children",
      operations: ["svg", "g"],
    });
    const resultOf = (...children: readonly object[]): string => {
      const add = definePass({
        name: "add",
        runOnOperation: (op: Element) => void (op.children = children as Element[]),
      });
      const manager = new PassManager<Element>(ir, { anchor: "svg" });
      manager.addPass(add);
      const parsed = ir.parse?.("svg", { file: "logo.svg" });
      return manager
        .run((parsed as { op: Element }).op)
        .diagnostics.map((one) => renderDiagnostic(one))
        .join("\n");
    };
    const cycle = { name: "g", children: [] as object[] };
    cycle.children.push(cycle);
    expect(resultOf({ name: "g" })).to.equal("");
    expect(resultOf(cycle).split("\n")[0]).to.equal(
      "error[PWS0104]: 'g' contains itself: the operations do not form a tree",
    );
    expect(resultOf({ name: "g" }, { name: "G" })).to.match(
      /^error\[PWS0104\][^]*\nerror\[PWC0409\]: the IR is not valid after pass `add`/,
    );
    expect(resultOf({ name: "g" }, { name: "G" }).split("\nerror[PWC0409]")[0]).to.equal(
      [
        "error[PWS0104]: `operations` does not list `G`",
        "  --> logo.svg, step add",
        "help: correct the input, or the pass that ran before the verifier",
      ].join("\n"),
    );
    expect(resultOf({})).to.contain("error[PWS0106]");
  });
});

describe("a verifier that does not return true or false", () => {
  interface Node {
    name: string;
    children: Node[];
  }
  const define = (verify: unknown) =>
    defineIr<Node>({
      name: "x",
      parse: () => ({ name: "top", children: [] }),
      nameOf: ({ name }) => name,
      childrenOf: "children",
      verify: verify as () => boolean,
    });

  const run = async (verify: unknown, isAsync: boolean): Promise<string> => {
    const ir = define(verify);
    const manager = new PassManager<Node>(ir as never, { anchor: "top" });
    manager.addPass(definePass({ name: "any", runOnOperation: () => undefined }));
    const { op } = ir.parse!("", { file: "in.x" }) as unknown as { op: Node };
    const { succeeded, diagnostics } = isAsync ? await manager.runAsync(op) : manager.run(op);
    return [String(succeeded), ...diagnostics.map((one) => renderDiagnostic(one))].join("\n");
  };

  for (const [verify, what] of [
    [() => undefined, "undefined"],
    [() => 1, "a value of type number"],
    [() => Promise.resolve(true), "a promise"],
    [() => Promise.reject(new Error("no")), "a promise"],
  ] as const) {
    it(`is reported instead of the pass, for ${what}`, async () => {
      const error = `false
error[PWS0103]: \`verify\` of IR \`x\` returned ${what} instead of true or false
help: return true or false from \`verify\``;
      expect(await run(verify, false)).to.equal(error);
      expect(await run(verify, true)).to.equal(error);
    });
  }

  for (const [print, what] of [
    [() => undefined, "undefined"],
    [() => 3, "a value of type number"],
    [() => Promise.reject(new Error("no")), "a promise"],
    [() => new Uint8Array(1), "a value of type object"],
  ] as const)
    it(`is reported if \`print\` returns ${what}`, () => {
      const ir = defineIr({ name: "x", nameOf: () => "x", childrenOf: () => [], print: print as never });
      expect(() => ir.print?.({})).to.throw(`\`print\` of IR \`x\` returned ${what} instead of a string`);
    });

  it("is reported instead of the pass if it throws, or reports a value other than a text", async () => {
    const thrown = (): never => {
      throw new Error("boo");
    };
    expect(await run(thrown, false)).to.equal(`false
error[PWS0103]: \`verify\` of IR \`x\` threw an exception: Error: boo
  --> ir x
help: correct \`verify\`, or report the problem to the author of the IR, with the stack from \`--debug\``);
    const swapped = (op: Node, report: (op: Node, message: string) => void): boolean => {
      report(op, "bad");
      return false;
    };
    expect(await run(swapped, false)).to.equal(`false
error[PWS0103]: \`verify\` of IR \`x\` reported a value of type object instead of a string
  --> ir x
help: write \`report("text", operation)\``);
  });

  it("refuses the IR if it reported a problem, even if it returned true", async () => {
    const contradictory = (_op: Node, report: (message: string) => void): boolean => {
      report("bad");
      return true;
    };
    expect(await run(contradictory, false)).to.match(/^false\nerror\[PWS0104\]: bad\n[^]*\nerror\[PWC0409\]/);
  });

  it("is refused by `defineIr` if it is async or a generator", () => {
    const error = (what: string): string =>
      `error[PWS0103]: the IR \`x\`: \`verify\` must not be ${what}\nhelp: correct the argument of \`defineIr\``;
    expect(refusalOf(() => define(async () => true))).to.equal(error("async"));
    expect(refusalOf(() => define(function* () {}))).to.equal(error("a generator"));
  });

  it("is refused by `assemble` in an adapter without `defineIr`", () => {
    const ir = { ...define(() => true), verify: async () => true } as never;
    const framework = defineFramework({ name: "f", ir, anchor: "top", pipeline() {} });
    expect(assemble(framework).diagnostics.map(({ message }) => message)).to.deep.equal([
      "`assemble`: framework `f`: `ir.verify` must not be async",
    ]);
  });
});

describe("a position that cannot exist", () => {
  for (const [position, shown] of [
    [{ line: -1, column: 2 }, "0:0"],
    [{ line: Number.NaN, column: 2 }, "0:0"],
    [{ line: 1.5, column: 2 }, "0:0"],
    [{ line: Infinity, column: 2 }, "0:0"],
    [{ line: 0, column: 2 }, "0:0"],
    [null, "0:0"],
    [{ line: 3, column: -1 }, "3:1"],
    [{ line: 3, column: Number.NaN }, "3:1"],
    [{ line: 3, column: 2 }, "3:2"],
  ] as const) {
    it(`is unknown: ${position?.line}:${position?.column}`, () => {
      const ir = defineIr({
        name: "x",
        parse: () => ({ name: "top", children: [] }),
        nameOf: ({ name }) => name,
        childrenOf: "children",
        positionOf: () => position as never,
      });
      const { op } = ir.parse!("", { file: "in.x" }) as unknown as { op: never };
      const { line, column } = ir.locationOf?.(op) ?? {};
      expect(`${line}:${column}`).to.equal(shown);
    });
  }
});

describe("a report of the verifier about an operation", () => {
  it("has the position of this operation, even if no pass visited its parent", () => {
    const inner = { name: "inner", position: { line: 3, column: 4 } };
    const ir = defineIr({
      name: "x",
      parse: () => ({ name: "top", position: { line: 1, column: 1 }, children: [inner] }),
      nameOf: ({ name }) => name,
      childrenOf: "children",
      verify(op, report) {
        for (const child of "children" in op ? op.children : []) report("it is wrong", child);
        return false;
      },
    });
    const parsed = ir.parse?.("", { file: "in.x" });
    const manager = new PassManager(ir, { anchor: "top" });
    manager.addPass(definePass({ name: "any", runOnOperation: () => undefined }));
    const { diagnostics } = manager.run((parsed as { op: typeof inner }).op);
    expect(`${diagnostics[0]?.at?.file}:${diagnostics[0]?.at?.line}:${diagnostics[0]?.at?.column}`).to.equal(
      "in.x:3:4",
    );
  });
});

describe("a function of an IR that returns no fingerprint or no copy", () => {
  interface Node {
    readonly children: readonly Node[];
  }
  const refusal = (key: "fingerprint" | "clone", member: unknown): string => {
    const ir = defineIr<Node>({ name: "x", nameOf: () => "x", childrenOf: "children", [key]: member });
    return refusalOf(() => ir[key]?.({ children: [] }));
  };

  for (const [member, what] of [
    [() => undefined, "undefined"],
    [() => 3, "a value of type number"],
    [() => Promise.reject(new Error("no")), "a promise"],
  ] as const)
    it(`is reported for ${what}`, () => {
      expect(refusal("fingerprint", member)).to.equal(
        `error[PWS0103]: \`fingerprint\` of IR \`x\` returned ${what} instead of a bigint or a string
help: return a bigint or a string from \`fingerprint\``,
      );
      expect(refusal("clone", member)).to.equal(
        `error[PWS0103]: \`clone\` of IR \`x\` returned ${what} instead of a detached copy
help: return a detached copy from \`clone\``,
      );
    });

  it("is reported for the operation itself, and for an exception", () => {
    expect(refusal("clone", (op: Node) => op)).to.contain("returned a value of type object instead of a detached copy");
    const thrown = (): never => {
      throw new Error("boo");
    };
    for (const key of ["fingerprint", "clone"] as const)
      expect(refusal(key, thrown)).to.equal(`error[PWS0103]: \`${key}\` of IR \`x\` threw an exception: Error: boo
  --> ir x
help: correct \`${key}\`, or report the problem to the author of the IR, with the stack from \`--debug\``);
  });
});

describe("an exception in a function of an IR", () => {
  const fail = (): never => {
    throw new Error("boo");
  };
  type Adapter = Required<Ir<object>>;
  for (const [key, call] of [
    ["nameOf", (ir: Adapter) => ir.nameOf({})],
    ["childrenOf", (ir: Adapter) => ir.collectNested({}, [])],
    ["parentOf", (ir: Adapter) => ir.parentOf?.({})],
    ["print", (ir: Adapter) => ir.print({})],
    ["normalize", (ir: Adapter) => ir.normalize?.({})],
    ["printWithMap", (ir: Adapter) => ir.printWithMap?.({})],
  ] as const)
    it(`names the IR instead of the instrumentation that calls the function: ${key}`, () => {
      let isBroken = false;
      const broken = { [key]: () => (isBroken ? fail() : key === "nameOf" ? "x" : undefined) };
      const ir = defineIr({ name: "x", nameOf: () => "x", childrenOf: () => undefined, ...(broken as {}) }) as Adapter;
      const manager = new PassManager<object>(ir as never, { anchor: "x" });
      manager.addPass(definePass({ name: "any", runOnOperation: () => undefined }));
      manager.addInstrumentation({
        name: "meter",
        beforePass() {
          isBroken = true;
          call(ir);
        },
      });
      const { diagnostics } = manager.run({});
      expect(diagnostics.map(renderDiagnostic).join("\n")).to
        .equal(`error[PWS0103]: \`${key}\` of IR \`x\` threw an exception: Error: boo
  --> ir x
help: correct the pass that changed the tree, or \`${key}\`
help: to find the pass, set \`operations\` or \`verify\` in \`defineIr\``);
    });
});

describe("a derived copy", () => {
  it("shares no object with the original, and does not refer to objects outside", () => {
    interface Node {
      name: string;
      parent?: Node;
      nodes: Node[];
      more?: unknown;
    }
    const ir = defineIr<Node, "nodes", Node>({ name: "x", nameOf: (op) => op.name, childrenOf: "nodes" });
    const top: Node = { name: "top", nodes: [] };
    const inner: Node = { name: "inner", parent: top, nodes: [], more: new Map([["k", new Set([1])]]) };
    const leaf: Node = { name: "leaf", parent: inner, nodes: [] };
    inner.nodes.push(leaf);
    top.nodes.push(inner);
    const copy = ir.clone?.(inner) as Node;
    expect(Object.keys(copy)).to.deep.equal(["name", "nodes", "more"]);
    expect(copy.nodes[0]?.parent).to.equal(copy);
    expect(copy.more).to.deep.equal(inner.more);
    expect(copy.more === inner.more).to.equal(false);
    expect(ir.fingerprint?.(inner)).to.not.equal(undefined);
    const before = ir.fingerprint?.(inner);
    top.nodes.push({ name: "sibling", nodes: [] });
    expect(ir.fingerprint?.(inner), "a change outside").to.equal(before);
  });

  it("copies values whose contents are not properties", () => {
    const { clone } = defineIr({ name: "x", nameOf: () => "x", childrenOf: () => [] }) as Required<Ir<object>>;
    class Moment extends Date {}
    const bytes = Buffer.from([1, 2]);
    for (const value of [new Moment(5), /a/gi, bytes, new Uint8Array([1]).buffer, new DataView(new ArrayBuffer(2))]) {
      const copy = (clone({ value }) as { value: object }).value;
      expect(copy).to.deep.equal(value);
      expect(copy).to.be.an.instanceOf(value.constructor);
      expect(copy === value).to.equal(false);
    }
    const copy = (clone({ bytes }) as { bytes: Buffer }).bytes;
    copy[0] = 9;
    expect(bytes[0]).to.equal(1);
  });

  it("has the same fingerprint for lists with holes and for subclasses of lists, maps and sets", () => {
    class List extends Array<number> {}
    class Table extends Map<string, number> {}
    class Names extends Set<string> {}
    const { clone, fingerprint } = defineIr({ name: "x", nameOf: () => "x", childrenOf: () => [] }) as Required<
      Ir<object>
    >;
    const withHole = Object.assign([1], { 2: 2 });
    for (const value of [List.of(1), new Table([["a", 1]]), new Names(["a"]), withHole]) {
      const copy = clone({ value }) as { value: object };
      expect(copy.value).to.be.an.instanceOf(value.constructor);
      expect(copy.value).to.deep.equal(value);
      expect(fingerprint(copy)).to.equal(fingerprint({ value }));
    }
  });

  it("survives any depth", () => {
    let deep: Element = { name: "leaf" };
    for (let depth = 0; depth < 100_000; depth++) deep = { name: "g", children: [deep] };
    const copy = svg.clone?.(deep) as Element;
    expect(svg.fingerprint?.(copy)).to.equal(svg.fingerprint?.(deep));
  });
});

describe("a derived fingerprint", () => {
  const { fingerprint } = defineIr({ name: "x", nameOf: () => "x", childrenOf: "children" });
  const values: unknown[] = [
    0,
    -0,
    1,
    "1",
    1n,
    true,
    "true",
    null,
    undefined,
    "undefined",
    Number.NaN,
    "",
    [],
    {},
    [[]],
    [0],
    ["0"],
    new Map(),
    new Set(),
    new Map([[1, 2]]),
    new Set([1, 2]),
    new Date(0),
    new Date(1),
    /a/,
    /a/g,
    new Uint8Array([1]),
    new Uint8Array([2]),
    new Int8Array([1]),
    new Uint8Array([1]).buffer,
    new Uint8Array([2]).buffer,
    { a: 1 },
    { a: 2 },
    { b: 1 },
    { a: 1, b: 1 },
    { a: { b: 1 } },
    { a: {}, b: 1 },
    ["ab", "c"],
    ["a", "bc"],
    ["abc"],
  ];

  it("differs for different values, and is equal for equal ones", () => {
    const of = (value: unknown): bigint | undefined => fingerprint?.({ value } as object);
    const prints = values.map(of);
    expect(new Set(prints).size).to.equal(values.length);
    expect(values.map((value) => of(structuredClone(value)))).to.deep.equal(prints);
  });

  it("ends for objects that contain themselves", () => {
    const ring: { next?: object; size: number } = { size: 1 };
    ring.next = ring;
    const again: { next?: object; size: number } = { size: 1 };
    again.next = again;
    expect(fingerprint?.(ring)).to.equal(fingerprint?.(again));
    again.size = 2;
    expect(fingerprint?.(ring)).to.not.equal(fingerprint?.(again));
  });
});

describe("the types of an IR without a parser", () => {
  interface Score {
    readonly kind: string;
    readonly notes: Score[];
    readonly tempo?: number;
  }
  interface Page {
    readonly text: string;
  }

  it("come from `nameOf` or from the first type argument", () => {
    const annotated = defineIr({
      name: "score",
      nameOf: (score: Score) => score.kind,
      childrenOf: "notes",
      print: (score: Score) => score.kind,
    });
    const inferred = defineIr({
      name: "score",
      nameOf: (score: Score) => score.kind,
      childrenOf: "notes",
      print: ({ tempo }) => `tempo ${tempo}`,
    });
    const named = defineIr<Score>({
      name: "score",
      nameOf: ({ kind }) => kind,
      childrenOf: "notes",
      print: ({ kind }) => kind,
    });
    const page = defineIr<Page>({
      name: "page",
      nameOf: () => "page",
      childrenOf: () => [],
      print: ({ text }) => text,
    });
    const scores: readonly Ir<Score>[] = [annotated, inferred, named];
    const pages: Ir<Page> = page;
    const score: Score = { kind: "march", notes: [], tempo: 120 };
    expect(scores.map((ir) => ir.print?.(score))).to.deep.equal(["march", "tempo 120", "march"]);
    expect(pages.print?.({ text: "a" })).to.equal("a");
  });
});
