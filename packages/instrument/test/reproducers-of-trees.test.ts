import { definePass, parsePipeline, PassManager, PassRegistry, renderDiagnostic } from "@passwright/core";
import type { IrAdapter } from "@passwright/core";
import { createMlirAdapter } from "@passwright/ir";
import { readReproducer, writeReproducers } from "@passwright/instrument";
import type { ReproducerOptions } from "@passwright/instrument";
import { expect } from "chai";
import { makeTree, node, printNode } from "./plain-tree.ts";
import type { Node } from "./plain-tree.ts";

const shout = definePass({ name: "shout", runOnOperation: (op: Node) => void (op.text = op.text.toUpperCase()) });
const fail = definePass({ name: "fail", runOnOperation: (_op: Node, pass) => pass.signalPassFailure() });

const plant = (): Node => node("book", "b", node("page", "1"));

interface Outcome {
  readonly written: readonly (string | Uint8Array)[];
  readonly told: string;
}

function reproduce(adapter: IrAdapter<Node>, options: Partial<ReproducerOptions> = {}, hasBytes = false): Outcome {
  const written: (string | Uint8Array)[] = [];
  const write = (content: string | Uint8Array): void => void written.push(content);
  const open = () => ({ ok: true, description: "r.book", write, ...(hasBytes ? { writeBytes: write } : {}) }) as const;
  const manager = new PassManager(adapter, { anchor: "book" });
  manager.verifyEach = false;
  manager.addInstrumentation(writeReproducers(adapter, { open, ...options }));
  manager.addPass(shout);
  manager.nest("page").addPass(shout).addPass(fail);
  const { diagnostics } = manager.run(plant());
  return { written, told: diagnostics.map(renderDiagnostic).join("\n") };
}

describe("reproducers of IRs without resources", () => {
  it("are the IR as its adapter prints it, and pipeline: in the diagnostic", () => {
    const { written, told } = reproduce(makeTree());
    expect(written).to.deep.equal([printNode(plant())]);
    expect(told).to.equal(
      [
        "error[PWC0408]: pass `fail` failed on 'page' @1 without reporting an error",
        "  --> step fail",
        "help: call `emitError` in the pass before `signalPassFailure`",
        "error[PWN0201]: Failures have been detected while processing a pass pipeline",
        "   = Pipeline failed while executing [`fail` on 'page' operation: @1]: the IR before `book(shout, page(shout,fail))` is written to `r.book` (verifier after each pass: off)",
        "help: to repeat the failure, run this pipeline on this file",
      ].join("\n"),
    );
  });

  it("run again: the pipeline in the diagnostic fails on the IR that was written", () => {
    const { written, told } = reproduce(makeTree(), { local: true });
    expect(written).to.deep.equal(["book B(page 1)"]);
    const pipeline = /the IR before `(.*)` is written/.exec(told)?.[1] ?? "";
    const registry = new PassRegistry<Node>();
    for (const pass of [shout, fail]) registry.registerPass(pass, { name: "test" });
    const parsed = parsePipeline(pipeline, registry);
    expect(parsed.ok, pipeline).to.equal(true);
    expect(pipeline).to.equal("book(page(fail))");
  });

  it("are bytes if the adapter prints bytes and the stream takes them", () => {
    const tree = makeTree();
    const encoded = (op: Node): Uint8Array => Uint8Array.from([0xff, ...new TextEncoder().encode(printNode(op))]);
    const own = { parse: () => ({ ok: false, diagnostics: [] }) as const, print: encoded };
    const adapter = { ...tree, bytes: { ...own, replaces: { parse: undefined as never, print: printNode } } };
    expect(reproduce(adapter, {}, true).written).to.deep.equal([encoded(plant())]);
    expect(reproduce(adapter).written).to.deep.equal([printNode(plant())]);
    // If an author replaces `print` of an adapter, `bytes` is not used.
    const derived = { ...adapter, print: (op: Node) => `<${printNode(op)}>` };
    expect(reproduce(derived, {}, true).written).to.deep.equal([`<${printNode(plant())}>`]);
  });
});

describe("reproducers of MLIR as bytes", () => {
  it("have the same bytes as the text, with the pipeline", () => {
    const adapter = createMlirAdapter();
    const source = new TextEncoder().encode('module attributes {a = "é"} {\n}\n');
    const written: Uint8Array[] = [];
    const texts: string[] = [];
    for (const isBinary of [true, false]) {
      const parsed = adapter.bytes.parse(source, { file: "in" });
      if (!parsed.ok) throw new Error("not parsed");
      const stop = definePass({ name: "stop", runOnOperation: (_op: object, pass) => pass.signalPassFailure() });
      const manager = new PassManager(adapter, { anchor: "builtin.module" });
      const stream = { ok: true, description: "r.mlir", write: (text: string) => void texts.push(text) } as const;
      const writeBytes = (bytes: Uint8Array): void => void written.push(bytes);
      const open = () => (isBinary ? { ...stream, writeBytes } : stream);
      manager.addInstrumentation(writeReproducers(adapter, { open }));
      manager.addPass(stop as never);
      manager.run(parsed.op);
    }
    const [bytes = new Uint8Array()] = written;
    expect(new TextDecoder().decode(bytes)).to.equal(texts[0]);
    const read = readReproducer(texts[0] ?? "", "r.mlir");
    expect(read.ok && read.reproducer.pipeline).to.equal("builtin.module(stop)");
  });
});
