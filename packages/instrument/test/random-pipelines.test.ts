import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printIr, Timing, writeReproducers } from "@passwright/instrument";
import { describeWithMlirOpt, Random, runMlirOpt, samples } from "@passwright/development";
import { expect } from "chai";
import { maskTimes, NESTED, openSession, runWith } from "./session.ts";

const COUNT = samples(60);

/**
 * Returns a random pipeline of passes that mlir-opt and Passwright have. The pipeline is nested as deeply as the
 * module.
 */
function randomPipeline(random: Random, depth = 0): string {
  const elements = Array.from({ length: random.between(1, 4) }, () => {
    const kind = random.between(0, 9);
    if (kind < 3 || depth === 2) return "cse";
    if (kind === 3) return random.between(0, 2) === 0 ? "test-pass-failure" : "symbol-dce";
    if (kind === 4) return "any(cse)";
    if (kind < 8) return `func.func(${random.between(0, 6) === 0 ? "cse,test-pass-failure" : "cse"})`;
    return randomPipeline(random, depth + 1);
  });
  return `builtin.module(${elements.join(",")})`;
}

describeWithMlirOpt("random pipelines beside mlir-opt", () => {
  it("have the same dumps, the same rows of times, and the same reproducer", () => {
    const folder = mkdtempSync(join(tmpdir(), "random-"));
    try {
      for (let seed = 0; seed < COUNT; seed++) {
        const pipeline = randomPipeline(new Random(seed));
        const file = join(folder, `${seed}.mlir`);
        const instruments = ["--mlir-print-ir-before-all", "--mlir-print-ir-after-all", "--mlir-timing"];
        const reproducer = `--mlir-pass-pipeline-crash-reproducer=${file}`;
        const args = [`--pass-pipeline=${pipeline}`, ...instruments, reproducer, "--mlir-disable-threading"];
        const theirs = runMlirOpt([...args, "-o", "/dev/null"], NESTED);

        const session = openSession(NESTED, pipeline);
        let text = "";
        let ours: string | undefined;
        const write = (dump: string): void => void (text += dump);
        const open = () => ({ ok: true, description: "r", write: (all: string) => void (ours = all) }) as const;
        const timing = new Timing(() => 0);
        timing.scope("Parser", () => undefined);
        const printing = printIr(session.adapter, { before: "all", after: "all", write });
        const { succeeded } = runWith(session, writeReproducers(session.adapter, { open }), printing, timing);
        if (succeeded) timing.scope("Output", () => undefined);

        // Removes the messages between the dumps, because other tests compare messages.
        const messages = /^(<stdin>:.*\n.*\n *\^\n|<stdin>:.*\n)/gm;
        expect(text + maskTimes(timing.report()), pipeline).to.equal(maskTimes(theirs.stderr.replace(messages, "")));
        expect(succeeded, pipeline).to.equal(theirs.code === 0);
        if (succeeded) expect(ours, pipeline).to.equal(undefined);
        else expect(ours, pipeline).to.equal(readFileSync(file, "utf8").replaceAll("{gen-diagnostics=false}", ""));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
