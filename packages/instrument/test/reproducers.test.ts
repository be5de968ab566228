import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { definePass, int, list, OpPassManager, string } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { generateReproducer, readReproducer, renderReproducer, writeReproducers } from "@passwright/instrument";
import type { ReproducerOptions } from "@passwright/instrument";
import { describeWithMlirOpt, runMlirOpt } from "@passwright/development";
import { expect } from "chai";
import { block, describeResult, NESTED, openSession, runWith, TWO } from "./session.ts";

interface Outcome {
  readonly result: string;
  readonly files: readonly string[];
}

function reproduce(
  pipeline: string,
  options: Partial<ReproducerOptions> = {},
  text = TWO,
  extra: readonly PassDefinition<Operation>[] = [],
): Outcome {
  const session = openSession(text, pipeline, extra);
  const files: string[] = [];
  const open = () => ({ ok: true, description: "r.mlir", write: (one: string) => void files.push(one) }) as const;
  return { result: describeResult(runWith(session, writeReproducers(session.adapter, { open, ...options }))), files };
}

const places = ({ result }: Outcome): string[] =>
  [...result.matchAll(/(Pipeline failed while .*) \(in\.mlir(?::(.*))?\)/g)].map(
    ([, note, at = "0:0"]) => `${at}: ${note}`,
  );

const notes = (outcome: Outcome): string[] => places(outcome).map((note) => note.replace(/^\d+:\d+: /, ""));

describe("reproducers", () => {
  it("contain the IR before the pipeline and the whole pipeline with its options", () => {
    const options = { "tile-sizes": list(int(0, "one size"), "tile sizes"), label: string('a "b" ü', "a label") };
    const tile = definePass({ name: "tile", options, runOnOperation: () => undefined });
    const outcome = reproduce("builtin.module(func.func(cse,tile{tile-sizes=1,2},test-pass-failure),cse)", {}, TWO, [
      tile as unknown as PassDefinition<Operation>,
    ]);
    expect(outcome.result).to.equal(
      block(`
        failed
        error[PWC0408]: pass \`test-pass-failure\` failed on 'func.func' @foo without reporting an error
          --> in.mlir:1:1, step test-pass-failure
        help: call \`emitError\` in the pass before \`signalPassFailure\`
        error[PWN0201]: Failures have been detected while processing an MLIR pass pipeline
          --> in.mlir:1:1
           = Pipeline failed while executing [\`(anonymous namespace)::TestFailurePass\` on 'func.func' operation: @foo]: reproducer generated at \`r.mlir\` (in.mlir:1:1)
        help: to repeat the failure, run \`passwright-opt --run-reproducer\` on this file, with \`--load-pass-plugin\` for each plugin
        error[PWC0408]: pass \`test-pass-failure\` failed on 'func.func' @bar without reporting an error
          --> in.mlir:5:1, step test-pass-failure
        help: call \`emitError\` in the pass before \`signalPassFailure\`
      `).trimEnd(),
    );
    expect(outcome.files).to.deep.equal([
      block(`
        module {
          func.func @foo() {
            %c0_i32 = arith.constant 0 : i32
            return
          }
          func.func @bar() {
            return
          }
        }

        {-#
          external_resources: {
            mlir_reproducer: {
              pipeline: "builtin.module(func.func(cse,tile{label={a \\22b\\22 \\C3\\BC} tile-sizes={1,2}},test-pass-failure), cse)",
              disable_threading: true,
              verify_each: true
            }
          }
        #-}
      `),
    ]);
  });

  it("are written for passes that throw, on the topmost operation", () => {
    const outcome = reproduce("builtin.module(cse,func.func(test-crash))", { local: true });
    expect(outcome.result)
      .to.contain("(in.mlir)")
      .and.to.contain("executing `TestCrash` on 'func.func' operation: @foo: ");
    expect(outcome.files[0]).to.contain('pipeline: "builtin.module(func.func(test-crash))"').and.not.to.contain("%c0");
  });

  it("are written for IR that the verifier refuses", () => {
    const outcome = reproduce("builtin.module(func.func(test-invalid-ir))");
    expect(notes(outcome)).to.deep.equal([
      "Pipeline failed while executing [`TestInvalidIr` on 'func.func' operation: @foo]: reproducer generated at `r.mlir`",
    ]);
  });

  it("cover dynamic pipelines", () => {
    const dynamic = definePass({
      name: "test-dynamic",
      displayName: "TestDynamic",
      runOnOperation(op: Operation, pass) {
        const inner = new OpPassManager<Operation>("func.func").addPass(fails as PassDefinition<Operation>);
        pass.runPipeline(inner, op.regions[0]?.front?.front as Operation);
        pass.signalPassFailure();
      },
    }) as PassDefinition<Operation>;
    const fails = definePass({ name: "fails", runOnOperation: (_: Operation, pass) => pass.signalPassFailure() });
    expect(notes(reproduce("builtin.module(test-dynamic)", {}, TWO, [dynamic]))).to.deep.equal([
      "Pipeline failed while executing [`TestDynamic` on 'builtin.module' operation, `fails` on 'func.func' operation: @foo]: reproducer generated at `r.mlir`",
    ]);
    const local = reproduce("builtin.module(test-dynamic)", { local: true }, TWO, [dynamic]);
    expect(local.files[0]).to.contain('pipeline: "builtin.module(func.func(fails))"');
  });

  it("report a stream that cannot be opened, and open none for runs that succeed", () => {
    const open = () => ({ ok: false, error: "no such folder" }) as const;
    expect(notes(reproduce("builtin.module(test-pass-failure)", { open }))).to.deep.equal([
      "Pipeline failed while executing [`(anonymous namespace)::TestFailurePass` on 'builtin.module' operation]: failed to create output stream: no such folder",
    ]);
    expect(reproduce("builtin.module(cse)")).to.deep.equal({ result: "succeeded", files: [] });
  });

  it("are written again in every run", () => {
    const session = openSession(TWO, "builtin.module(test-pass-failure)");
    const files: string[] = [];
    const open = () => ({ ok: true, description: "r", write: (text: string) => void files.push(text) }) as const;
    runWith(session, writeReproducers(session.adapter, { open }));
    session.manager.run(session.op);
    expect(files.length).to.equal(2);
  });
});

const RUN_AGAIN = { pipeline: 'builtin.module(a{b="ü\n"})', disableThreading: true, verifyEach: false };

describe("readReproducer", () => {
  it("reads a reproducer and returns the IR without it", () => {
    expect(readReproducer(renderReproducer("module {\n}\n", RUN_AGAIN), "r.mlir")).to.deep.equal({
      ok: true,
      reproducer: RUN_AGAIN,
      isReproducer: true,
      ir: "module {\n}\n",
    });
  });

  it("keeps resources of dialects and other tools", () => {
    const dialect =
      'module {\n}\n\n{-#\n  dialect_resources: {\n    builtin: {\n      blob: "0x0400"\n    }\n  }\n#-}\n';
    const other = "module {\n}\n\n{-#\n  external_resources: {\n    other: {\n      key: true\n    }\n  }\n#-}\n";
    for (const text of [dialect, other]) {
      const read = readReproducer(renderReproducer(text, RUN_AGAIN), "r.mlir");
      expect(read.ok && read.reproducer).to.deep.equal(RUN_AGAIN);
      expect(read.ok && read.ir.replace(/\s+/g, "")).to.equal(text.replace(/\s+/g, ""));
    }
  });

  it("skips comments, as in MLIR's own test of reproducers", () => {
    const resources = [
      "{-#",
      "  external_resources: {",
      "    other: { key: true }, // } of another tool",
      "    mlir_reproducer: {",
      '      verify_each: true, // a "quote"',
      "      // CHECK: builtin.module(",
      '      pipeline: "builtin.module(cse)"',
      "    }",
      "  }",
      "#-}",
    ];
    const read = readReproducer(`module {}\n${resources.join("\n")}\n`, "r.mlir");
    expect(read.ok && read.reproducer).to.deep.equal({ verifyEach: true, pipeline: "builtin.module(cse)" });
    const rest = resources.toSpliced(3, 5).join("\n").replace("true },", "true }");
    expect(read.ok && read.ir.replace(/\s+/g, "")).to.equal(`module {}\n${rest}\n`.replace(/\s+/g, ""));
  });

  it("returns a text without a reproducer unchanged", () => {
    for (const text of ["module {}", "{-#", "{-# external_resources: { mlir_reproducer: 1 } #-}", '{-# "#-}']) {
      expect(readReproducer(text, "x")).to.deep.equal({ ok: true, reproducer: {}, isReproducer: false, ir: text });
    }
  });

  it("reports errors at their positions, in MLIR's wording", () => {
    const good = renderReproducer("module {\n}\n", RUN_AGAIN);
    const complaint = (text: string) => {
      const read = readReproducer(text, "r.mlir");
      return read.ok ? "fine" : `${read.diagnostic.at?.line}:${read.diagnostic.at?.column}: ${read.diagnostic.message}`;
    };
    expect(complaint(good.replace(/pipeline: .*,/, "pipeline: true,"))).to.equal(
      "7:17: expected string value for key 'pipeline'",
    );
    expect(complaint(good.replace("verify_each: false", "verify_each: 1"))).to.equal(
      "9:20: expected 'true' or 'false' value for key 'verify_each'",
    );
  });
});

describeWithMlirOpt("reproducers beside mlir-opt", () => {
  const pipelines = [
    "builtin.module(cse,func.func(cse,test-pass-failure))",
    "builtin.module(func.func(cse),builtin.module(test-pass-failure),func.func(cse),symbol-dce)",
    "builtin.module(builtin.module(func.func(test-pass-failure,cse)))",
    "builtin.module(symbol-dce,test-pass-failure)",
  ];
  for (const local of [false, true]) {
    for (const pipeline of pipelines) {
      it(`${local ? "local" : "whole"}: ${pipeline}`, () => {
        const folder = mkdtempSync(join(tmpdir(), "reproducer-"));
        try {
          const file = join(folder, "r.mlir");
          const flags = [
            `--mlir-pass-pipeline-crash-reproducer=${file}`,
            "--mlir-disable-threading",
            "-o",
            "/dev/null",
          ];
          if (local) flags.push("--mlir-pass-pipeline-local-reproducer");
          // Removes the options of mlir-opt's pass, which differ from ours.
          const clean = (text: string): string => text.replaceAll("{gen-diagnostics=false}", "");
          const { stderr } = runMlirOpt([`--pass-pipeline=${pipeline}`, ...flags], NESTED);
          const ours = reproduce(pipeline, { local }, NESTED);
          expect(ours.files.at(-1)).to.equal(clean(readFileSync(file, "utf8")));
          const theirs = stderr
            .replaceAll(file, "r.mlir")
            .matchAll(/^<stdin>:(.*): note: (Pipeline failed while .*)/gm);
          expect(places(ours)).to.deep.equal([...theirs].map(([, at, note]) => `${at}: ${note}`));
        } finally {
          rmSync(folder, { recursive: true });
        }
      });
    }
  }

  it("are generated without a failure", () => {
    const folder = mkdtempSync(join(tmpdir(), "reproducer-"));
    try {
      const pipeline = "builtin.module(cse,func.func(cse))";
      const file = join(folder, "r.mlir");
      runMlirOpt([`--pass-pipeline=${pipeline}`, `--mlir-generate-reproducer=${file}`, "-o", "/dev/null"], TWO);
      const { adapter, manager, op } = openSession(TWO, pipeline);
      manager.run(op);
      const ours = generateReproducer(adapter, manager, op);
      expect(ours).to.equal(readFileSync(file, "utf8"));
      expect(runMlirOpt(["--run-reproducer", "--dump-pass-pipeline", "-o", "/dev/null"], ours).stderr).to.contain(
        "builtin.module(\n  cse,\n  func.func(\n    cse\n  )\n)",
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
