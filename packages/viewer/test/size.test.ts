import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { itLong } from "@passwright/development";
import { assemble, defineFramework, definePass } from "@passwright/sdk";
import { mlir, OpBuilder } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { htmlOf, recordRun, SnapshotReader, TextReader } from "@passwright/viewer";

/** Returns a function of about 2 kB. */
const functionText = (index: number): string =>
  `  func.func @kernel_${index}(%a: i32) -> i32 {\n${Array.from(
    { length: 40 },
    (_, k) => `    %x${k} = arith.addi ${k === 0 ? "%a" : `%x${k - 1}`}, %a {tag = ${k} : i32} : i32\n`,
  ).join("")}    return %x39 : i32\n  }\n`;

/** Makes a pass that marks some operations in every fiftieth function. */
const mark = (step: number) =>
  definePass({
    name: `step-${step}`,
    anchor: "func.func",
    runOnOperation(func: Operation) {
      if ((Number(func.symbolName?.slice("kernel_".length)) + step) % 50 !== 0) return;
      let count = 0;
      func.walk((op) => {
        if (op.name !== "arith.addi" || count++ % 9 !== step % 9) return;
        const builder = OpBuilder.before(op);
        op.setAttr(`s${step}`, builder.getIntegerAttr(builder.getI32Type(), step));
      });
    },
  });

describe("the size of a page", () => {
  itLong("is at most 1 MB more than three times the compressed changes of the IR", async () => {
    const framework = defineFramework({
      name: "big",
      ir: mlir,
      anchor: "builtin.module",
      pipeline(b) {
        const functions = b.nest("func.func");
        for (let step = 0; step < 30; step++) functions.addPass(mark(step));
      },
    });
    const text = `module {\n${Array.from({ length: 1000 }, (_, index) => functionText(index)).join("")}}\n`;
    const recording = await recordRun(assemble(framework), [{ file: "big.mlir", text }]);
    const [snapshots, texts] = [new SnapshotReader(recording.snapshots), new TextReader(recording.texts)];
    const steps = recording.runs[0]?.visits[0]?.steps ?? [];
    expect(steps).to.have.length(30);
    const first = snapshots.chunks(steps[0]?.before ?? 0).map((chunk) => texts.text(chunk));
    const changes = steps.flatMap(({ before, after }) => {
      const [old, now] = [snapshots.chunks(before), snapshots.chunks(after)];
      return now.flatMap((chunk, index) =>
        chunk === old[index] ? [] : texts.edits(old[index] ?? 0, chunk).flatMap(([, , ...inserted]) => inserted),
      );
    });
    const [template, script, style] = ["page.html", "page.js", "page.css"].map((name) =>
      readFileSync(fileURLToPath(new URL(`../bundle/${name}`, import.meta.url)), "utf8"),
    ) as [string, string, string];
    const bound = 3 * gzipSync([...first, ...changes].join("")).length + 1_000_000;
    expect((await htmlOf(recording, { template, script, style })).length).to.be.below(bound);
  });
});
