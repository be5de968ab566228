import {
  definePass,
  int,
  list,
  optionTable,
  parsePipeline,
  PassRegistry,
  pipeline,
  pipelineText,
  printPipeline,
  renderDiagnostic,
  string,
} from "@passwright/core";
import type { OpPassManager } from "@passwright/core";
import { expect } from "chai";
import { makeMlirRegistry } from "../mlir-passes.ts";
import type { Item } from "../toy-ir.ts";
import { block } from "../trace.ts";

function parse(text: string, registry: PassRegistry<Item> = makeMlirRegistry()): string {
  const parsed = parsePipeline(text, registry);
  return parsed.ok ? printPipeline(parsed.manager) : renderDiagnostic(parsed.diagnostic);
}

describe("making a manager from text", () => {
  it("looks up names, and reads a name with nested elements as an anchor", () => {
    expect([parse("builtin.module(cse(symbol-dce),any(cse))"), parse("m()")].join("\n")).to.equal(
      "builtin.module(cse(symbol-dce),any(cse))\nm()",
    );
  });

  it("names an unknown name at its position, before any pass is made", () => {
    const texts = ["builtin.module(cse,\n  func.func(csee))", "m(test-options-pass,,cse)", "any(func.func())"];
    expect(texts.map((text) => parse(text)).join("\n")).to.equal(
      block(`
        error[PWC0203]: 'csee' does not refer to a registered pass or pass pipeline
          --> MLIR Textual PassPipeline Parser:2:13
           |   func.func(csee)
           |             ^
        help: did you mean \`cse\`?
        error[PWC0203]: '' does not refer to a registered pass or pass pipeline
          --> MLIR Textual PassPipeline Parser:1:19
           | test-options-pass,,cse
           |                   ^
        help: write the name of a pass at this position
        error[PWC0203]: '' does not refer to a registered pass or pass pipeline
          --> MLIR Textual PassPipeline Parser:1:11
           | func.func()
           |           ^
        help: write the name of a pass at this position
      `),
    );
  });

  it("names invalid options, and the path to their pass", () => {
    const texts = [
      "builtin.module(any(func.func(cse,test-options-pass{list=1,x})))",
      "func.func(test-options-pass{lost=1})",
      "any(cse{x})",
    ];
    expect(texts.map((text) => parse(text)).join("\n")).to.equal(
      block(`
        error[PWC0205]: for the --list option: 'x' value invalid for integer argument!
          --> MLIR Textual PassPipeline Parser:1:19
           | any(func.func(cse,test-options-pass{list=1,x}))
           |                   ^
           = failed to add \`test-options-pass\` with options \`list=1,x\`
           = failed to add \`func.func\` with options \`\` to inner pipeline
           = failed to add \`any\` with options \`\` to inner pipeline
        help: set \`list\` to a list; each element must be a whole number from -2147483648 to 2147483647
        error[PWC0205]: <Pass-Options-Parser>: no such option lost
          --> MLIR Textual PassPipeline Parser:1:1
           | test-options-pass{lost=1}
           | ^
           = failed to add \`test-options-pass\` with options \`lost=1\`
        help: use an option of \`test-options-pass\`: enum, list, string, string-list
        error[PWC0205]: <Pass-Options-Parser>: no such option x
          --> MLIR Textual PassPipeline Parser:1:1
           | cse{x}
           | ^
           = failed to add \`cse\` with options \`x\`
        help: remove the options, because \`cse\` has none
      `),
    );
  });

  it("writes an option of one letter with one dash, as LLVM does", () => {
    const optimize = definePass({
      name: "optimize",
      options: { O: int(1, "level") },
      runOnOperation: (_op: Item) => undefined,
    });
    const registry = new PassRegistry<Item>().registerPass(optimize, { name: "toy" });
    expect(parse("any(optimize{O=x})", registry).split("\n")[0]).to.equal(
      "error[PWC0205]: for the -O option: 'x' value invalid for integer argument!",
    );
  });

  it("refuses a pass on another operation in MLIR's words, also beside wrong options", () => {
    const texts = ["builtin.module(any(test-options-pass),test-options-pass)", "m(test-options-pass{a})"];
    expect(texts.map((text) => parse(text)).join("\n")).to.equal(
      block(`
        error[PWC0204]: Can't add pass '(anonymous namespace)::TestOptionsPass' restricted to 'func.func' on a PassManager intended to run on 'builtin.module', did you intend to nest?
          --> MLIR Textual PassPipeline Parser:1:24
           | any(test-options-pass),test-options-pass
           |                        ^
           = failed to add \`test-options-pass\` with options \`\`
        help: nest the pass: \`func.func(…)\` in text, \`manager.nest("func.func").addPass(…)\` in TypeScript
        error[PWC0205]: <Pass-Options-Parser>: no such option a
          --> MLIR Textual PassPipeline Parser:1:1
           | test-options-pass{a}
           | ^
           = Can't add pass '(anonymous namespace)::TestOptionsPass' restricted to 'func.func' on a PassManager intended to run on 'm', did you intend to nest?
           = failed to add \`test-options-pass\` with options \`a\`
        help: use an option of \`test-options-pass\`: enum, list, string, string-list
      `),
    );
  });

  it("nests such a pass if requested", () => {
    const parsed = parsePipeline("m(test-options-pass)", makeMlirRegistry(), { nesting: "implicit" });
    expect(parsed.ok && printPipeline(parsed.manager)).to.equal("m(func.func(test-options-pass{enum=zero  string= }))");
  });

  it("takes anything for the outermost anchor: it is printed and read again, and runs on nothing", () => {
    expect(parse("a,b){ c (cse)")).to.equal("a,b){ c(cse)");
    expect(parse(parse("a,b){ c (cse)"))).to.equal("a,b){ c(cse)");
  });

  it("lets named pipelines with options add any passes", () => {
    const registry = makeMlirRegistry().registerPipeline(
      {
        name: "clean",
        summary: "cleans up",
        options: { rounds: int(1, "how often"), inner: pipelineText("any(cse)", "what") },
        build(manager: OpPassManager<Item>, { rounds, inner }) {
          for (let round = 0; round < Number(rounds); round++) {
            const parsed = parsePipeline(String(inner), registry);
            if (parsed.ok) manager.addNested(parsed.manager);
          }
        },
      },
      { name: "toy" },
    );
    const texts = ["m(clean)", "m(clean{rounds=2 inner=f(cse,symbol-dce)})", "m(clean{round=2})"];
    expect(texts.map((text) => parse(text, registry)).join("\n")).to.equal(
      block(`
        m(any(cse))
        m(f(cse,symbol-dce),f(cse,symbol-dce))
        error[PWC0209]: <Pass-Options-Parser>: no such option round
          --> MLIR Textual PassPipeline Parser:1:1
           | clean{round=2}
           | ^
           = failed to add \`clean\` with options \`round=2\`
        help: use an option of \`clean\`: inner, rounds
      `),
    );
  });

  it("reports errors in nested options, and options of a pipeline without options", () => {
    const element = optionTable({ count: int(0, "") }, "");
    const registry = makeMlirRegistry()
      .registerPass(definePass({ name: "deep", options: { list: list(element, "") }, runOnOperation() {} }), {
        name: "toy",
      })
      .registerPipeline({ name: "plain", summary: "", build: () => undefined }, { name: "toy" });
    const texts = [
      "m(deep)",
      "m(deep{list={count=1},{}})",
      "m(deep{list=})",
      "m(deep{list={{size=1}}})",
      "m(deep{list={{count=x}}})",
      "m(plain{x=1})",
    ];
    expect(texts.map((text) => parse(text, registry)).join("\n")).to.equal(
      block(`
        m(deep{})
        m(deep{list={{count=1},{count=0}}})
        m(deep{list={}})
        error[PWC0210]: <Pass-Options-Parser>: no such option size
          --> MLIR Textual PassPipeline Parser:1:1
           | deep{list={{size=1}}}
           | ^
           = failed to add \`deep\` with options \`list={{size=1}}\`
        help: use an option of \`list\`: count
        error[PWC0210]: for the --count option: 'x' value invalid for integer argument!
          --> MLIR Textual PassPipeline Parser:1:1
           | deep{list={{count=x}}}
           | ^
           = failed to add \`deep\` with options \`list={{count=x}}\`
        help: set \`count\` to a whole number from -2147483648 to 2147483647
        error[PWC0209]: named pipeline \`plain\` takes no options
          --> MLIR Textual PassPipeline Parser:1:1
           | plain{x=1}
           | ^
           = failed to add \`plain\` with options \`x=1\`
        help: remove the options of \`plain\`
      `),
    );
  });

  it("parses options that are pipelines, prints them in full, and reports errors in them", () => {
    const registry = makeMlirRegistry().registerPass(
      definePass({
        name: "each",
        options: { by: list(pipeline("", ""), "") },
        runOnOperation() {},
      }),
      { name: "toy" },
    );
    const texts = [
      "m(each{by=func.func(test-options-pass),any(cse)})",
      "m(each{by=f(cse),f(ccse)})",
      "m(each{by=cse})",
      "m(each{by=f(cse{x})})",
    ];
    expect(texts.map((text) => parse(text, registry)).join("\n")).to.equal(
      block(`
        m(each{by={func.func(test-options-pass{enum=zero  string= }),any(cse)}})
        error[PWC0211]: 'ccse' does not refer to a registered pass or pass pipeline
          --> MLIR Textual PassPipeline Parser:1:1
           | ccse
           | ^
           = failed to add \`each\` with options \`by=f(cse),f(ccse)\`
        help: did you mean \`cse\`?
        error[PWC0212]: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
          --> MLIR Textual PassPipeline Parser:1:1
           | each{by=cse}
           | ^
           = failed to add \`each\` with options \`by=cse\`
        help: wrap the pipeline in the operation that it runs on: \`builtin.module(cse)\`
        error[PWC0212]: <Pass-Options-Parser>: no such option x; failed to add \`cse\` with options \`x\`
          --> MLIR Textual PassPipeline Parser:1:1
           | each{by=f(cse{x})}
           | ^
           = failed to add \`each\` with options \`by=f(cse{x})\`
        help: remove the options, because \`cse\` has none
      `),
    );
  });

  it("calls `checkOptions` of a pass, and shows its errors with positions", () => {
    const unroll = definePass({
      name: "unroll",
      anchor: "f",
      options: { inner: string("", ""), factor: int(1, "") },
      checkOptions({ inner, factor }, { parsePipeline: read }) {
        const parsed = read(inner, "any");
        if (!parsed.ok) {
          const { diagnostic } = parsed;
          return { code: "X", severity: "error", message: "bad inner pipeline", within: diagnostic };
        }
        return factor > 0
          ? undefined
          : {
              code: "X",
              severity: "warning",
              message: "the factor must be positive",
              help: ["set `factor` to 1 or more"],
            };
      },
      runOnOperation() {},
    });
    const registry = makeMlirRegistry().registerPass(unroll, { name: "toy" });
    const texts = ["f(unroll{inner=cse,cse})", "f(unroll{factor=0})", "m(unroll{inner=nope})"];
    expect(texts.map((text) => parse(text, registry)).join("\n")).to.equal(
      block(`
        f(unroll{factor=1 inner=cse,cse})
        error[PWC0213]: the factor must be positive
          --> MLIR Textual PassPipeline Parser:1:1
           | unroll{factor=0}
           | ^
           = failed to add \`unroll\` with options \`factor=0\`
        help: set \`factor\` to 1 or more
        error[PWC0213]: bad inner pipeline
          --> MLIR Textual PassPipeline Parser:1:1
           | unroll{inner=nope}
           | ^
           = Can't add pass 'unroll' restricted to 'f' on a PassManager intended to run on 'm', did you intend to nest?
           = failed to add \`unroll\` with options \`inner=nope\`
        help: see the options of \`unroll\`
      `),
    );
    const refused = parsePipeline("m(unroll{inner=nope})", registry);
    expect(!refused.ok && refused.diagnostic.within?.code).to.equal("PWC0203");
  });

  it("blames the owner when code of a plugin throws, and takes the diagnostics that it throws as they are", () => {
    const owner = { name: "loop-tools", version: "0.1.0" };
    const registry = makeMlirRegistry()
      .registerPass(
        definePass({
          name: "unroll-loops",
          create: (): never => {
            throw new Error("unknown loop kind");
          },
        }),
        owner,
      )
      .registerPipeline(
        {
          name: "loop",
          summary: "names itself",
          build(manager) {
            const found = registry.find("loop");
            if (found?.kind === "pipeline") found.pipeline.build(manager, {});
          },
        },
        owner,
      )
      .registerPipeline(
        {
          name: "picky",
          summary: "adds the wrong pass",
          build(manager) {
            const found = registry.find("test-options-pass");
            if (found?.kind === "pass") manager.addPass(found.definition);
          },
        },
        owner,
      );
    const texts = ["any(any(unroll-loops))", "any(loop)", "m(picky)"];
    expect(texts.map((text) => parse(text, registry)).join("\n")).to.equal(
      block(`
        error[PWC0207]: \`unroll-loops\` threw while it was added to a pipeline: Error: unknown loop kind
          --> plugin loop-tools 0.1.0, MLIR Textual PassPipeline Parser:1:5
           | any(unroll-loops)
           |     ^
           = failed to add \`unroll-loops\` with options \`\`
           = failed to add \`any\` with options \`\` to inner pipeline
        help: report this to the author of loop-tools 0.1.0
        error[PWC0207]: \`loop\` threw while it was added to a pipeline: RangeError: Maximum call stack size exceeded
          --> plugin loop-tools 0.1.0, MLIR Textual PassPipeline Parser:1:1
           | loop
           | ^
           = failed to add \`loop\` with options \`\`
        help: report this to the author of loop-tools 0.1.0
        error[PWC0204]: Can't add pass '(anonymous namespace)::TestOptionsPass' restricted to 'func.func' on a PassManager intended to run on 'm', did you intend to nest?
          --> MLIR Textual PassPipeline Parser:1:1
           | picky
           | ^
           = failed to add \`picky\` with options \`\`
        help: nest the pass: \`func.func(…)\` in text, \`manager.nest("func.func").addPass(…)\` in TypeScript
      `),
    );
  });
});
