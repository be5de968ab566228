import { locateElement, parsePipelineText, renderDiagnostic } from "@passwright/core";
import type { PipelineSyntax } from "@passwright/core";
import { expect } from "chai";
import { block } from "../trace.ts";

function describeElement(element: PipelineSyntax): string {
  const inner = element.inner.map((one) => describeElement(one)).join(" ");
  return `${element.name}:${element.offset}${element.options === "" ? "" : `{${element.options}}`}${inner === "" ? "" : `[${inner}]`}`;
}

/**
 * Parses a pipeline. Returns names with their offsets, the raw options, and nested elements in brackets, or the error.
 */
function parse(text: string): string {
  const parsed = parsePipelineText(text);
  if (!parsed.ok) return renderDiagnostic(parsed.diagnostic);
  return `${parsed.pipeline.anchor}: ${parsed.pipeline.elements.map((element) => describeElement(element)).join(" ")}`;
}

describe("the text of a pipeline", () => {
  it("is an anchor around passes, options and nested pipelines, with space anywhere between", () => {
    const texts = [
      "builtin.module()",
      "builtin.module(cse)",
      "any(cse,inline{a=1 b={2}})",
      "m(f(a,g(b)),c)",
      "  m  (\n a {} ,\n f ( b {x=0} )\n)\n ",
      "m(a{x='{' y='}'})",
    ];
    expect(texts.map((text) => parse(text)).join("\n")).to.equal(
      block(`
        builtin.module: 
        builtin.module: cse:0
        any: cse:0 inline:4{a=1 b={2}}
        m: f:0[a:2 g:4[b:6]] c:10
        m: a:2 f:10[b:14{x=0}]
        m: a:0{x='{' y='}'}
      `),
    );
  });

  it("must be wrapped in an anchor", () => {
    const texts = ["cse", "", "(cse)", "builtin.module(cse", "builtin.module(cse) "];
    expect([parse("cse"), ...texts.map((text) => parse(text).split("\n")[0])].join("\n")).to.equal(
      block(`
        error[PWC0201]: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
        help: wrap the pipeline in the operation that it runs on: \`builtin.module(cse)\`
        error[PWC0201]: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
        error[PWC0201]: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
        error[PWC0201]: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
        error[PWC0201]: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
        builtin.module: cse:0
      `),
    );
  });

  it("is refused with MLIR's words and positions", () => {
    const texts = [
      "m(cse))",
      "m(cse) foo)",
      "m(cse{)",
      "m(cse{}{})",
      "m(a()()",
      "m(a,\n  f( b)",
      "m(f(a",
      'm(a{string="a}b"})',
      "m(\tx{)",
    ];
    expect(texts.map((text) => parse(text)).join("\n")).to.equal(
      [
        "error[PWC0202]: encountered extra closing ')' creating unbalanced parentheses while parsing pipeline",
        "  --> MLIR Textual PassPipeline Parser:1:4",
        "   | cse)",
        "   |    ^",
        "help: correct the pipeline at this position",
        "error[PWC0202]: encountered extra closing ')' creating unbalanced parentheses while parsing pipeline",
        "  --> MLIR Textual PassPipeline Parser:1:4",
        "   | cse) foo",
        "   |    ^",
        "help: correct the pipeline at this position",
        "error[PWC0202]: missing closing '}' while processing pass options",
        "  --> MLIR Textual PassPipeline Parser:1:4",
        "   | cse{",
        "   |    ^",
        "help: correct the pipeline at this position",
        "error[PWC0202]: expected ',' after parsing pipeline",
        "  --> MLIR Textual PassPipeline Parser:1:6",
        "   | cse{}{}",
        "   |      ^",
        "help: correct the pipeline at this position",
        "error[PWC0202]: expected ',' after parsing pipeline",
        "  --> MLIR Textual PassPipeline Parser:1:4",
        "   | a()(",
        "   |    ^",
        "help: correct the pipeline at this position",
        "error[PWC0202]: encountered unbalanced parentheses while parsing pipeline",
        "  --> MLIR Textual PassPipeline Parser:2:5",
        "   |   f( b",
        "   |     ^",
        "help: correct the pipeline at this position",
        "error[PWC0201]: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'",
        "help: wrap the pipeline in the operation that it runs on: `builtin.module(cse)`",
        "error[PWC0202]: expected ',' after parsing pipeline",
        "  --> MLIR Textual PassPipeline Parser:1:13",
        '   | a{string="a}b"}',
        "   |             ^",
        "help: correct the pipeline at this position",
        "error[PWC0202]: missing closing '}' while processing pass options",
        "  --> MLIR Textual PassPipeline Parser:1:3",
        "   | \tx{",
        "   | \t ^",
        "help: correct the pipeline at this position",
      ].join("\n"),
    );
  });

  it("can be nested 1,000 levels deep, but not deeper", () => {
    const nested = (depth: number) => `m(${"f(".repeat(depth)}x${")".repeat(depth)})`;
    expect(parsePipelineText(nested(1000)).ok).to.equal(true);
    const parsed = parsePipelineText(nested(1001));
    if (parsed.ok) throw new Error("the pipeline was accepted");
    const { at, ...diagnostic } = parsed.diagnostic;
    expect(renderDiagnostic(diagnostic)).to.equal(
      "error[PWC0202]: pass managers are nested more than 1000 levels deep\nhelp: correct the pipeline at this position",
    );
    expect(at).to.include({ line: 1, column: 2001 });
  });

  it("knows the positions of its elements", () => {
    const parsed = parsePipelineText("m(a,\n  f( b))");
    if (!parsed.ok) throw new Error(parsed.diagnostic.message);
    const inner = parsed.pipeline.elements[1]?.inner[0] as PipelineSyntax;
    const { line, column, lineText } = locateElement(parsed.pipeline, inner);
    expect(`${line}:${column} ${lineText}`).to.equal("2:6   f( b)");
  });
});
