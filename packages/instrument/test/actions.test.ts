import { ActionProfile, logActions } from "@passwright/instrument";
import { describeWithMlirOpt, runMlirOpt } from "@passwright/development";
import { expect } from "chai";
import type { PassDefinition } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { canonicalize } from "@passwright/plugin-transforms";
import { openSession, runWith, TWO } from "./session.ts";

const PIPELINE = "builtin.module(func.func(cse),test-pass-failure,cse)";

function profile(pipeline: string): string {
  const session = openSession(TWO, pipeline);
  let ms = 0;
  const recorded = new ActionProfile(session.adapter, () => (ms += 0.5));
  runWith(session, recorded);
  return recorded.text;
}

describe("actions", () => {
  it("logs operation name and symbol without `describeOp`", () => {
    const session = openSession(TWO, "builtin.module(func.func(cse))");
    let text = "";
    runWith(session, logActions(session.adapter, { write: (line) => void (text += line) }));
    expect(text.split("\n").slice(1, 3)).to.deep.equal([
      "[thread main] begins (no breakpoint) Action `pass-execution` running `CSE` on Operation `func.func` (func.func @foo)`",
      "[thread main] completed `pass-execution`",
    ]);
  });

  it("records pairs of events in microseconds for Chrome's trace viewer", () => {
    expect(profile("any()")).to.equal("[]");
    const events = JSON.parse(profile(PIPELINE)) as { ph: string; ts: number; tid: number }[];
    expect(events.map(({ ph, ts, tid }) => `${ph} ${ts} ${tid}`)).to.deep.equal([
      "B 500 0",
      "B 1000 0",
      "E 1500 0",
      "B 2000 0",
      "E 2500 0",
      "E 3000 0",
      "B 3500 0",
      "E 4000 0",
    ]);
  });
});

describeWithMlirOpt("actions beside mlir-opt", () => {
  const flags = [`--pass-pipeline=${PIPELINE}`, "--mlir-disable-threading", "-o", "/dev/null"];

  it("--log-actions-to", () => {
    const session = openSession(TWO, PIPELINE);
    let text = "";
    const write = (line: string): void => void (text += line);
    const describeOp = (op: { name: string; symbolName: string | undefined }): string =>
      op.name === "builtin.module" ? "module {...}" : `func.func @${op.symbolName}() {...}`;
    runWith(session, logActions(session.adapter, { write, describeOp, thread: "T" }));
    const theirs = runMlirOpt([...flags, "--log-actions-to=-"], TWO).stdout;
    expect(text).to.equal(theirs.replace(/\[thread [^\]]*\]/g, "[thread T]"));
  });

  it("both, with the iterations of the rewriter in canonicalize", () => {
    const text =
      "func.func @f(%a: i32) -> i32 {\n  %0 = arith.constant 0 : i32\n  %1 = arith.addi %a, %0 : i32\n  return %1 : i32\n}\n";
    const pipeline = "builtin.module(func.func(canonicalize))";
    const session = openSession(text, pipeline, [canonicalize as PassDefinition<Operation>]);
    let log = "";
    const write = (line: string): void => void (log += line);
    const describeOp = (op: Operation): string =>
      op.name === "builtin.module" ? "module {...}" : "func.func @f(%arg0: i32) -> i32 {...}";
    runWith(session, logActions(session.adapter, { write, describeOp, thread: "T" }));
    const args = [`--pass-pipeline=${pipeline}`, "--mlir-disable-threading", "-o", "/dev/null", "--log-actions-to=-"];
    expect(log).to.equal(runMlirOpt(args, text).stdout.replace(/\[thread [^\]]*\]/g, "[thread T]"));
  });

  it("--profile-actions-to", () => {
    const mask = (text: string): string => text.replace(/"(ts|tid)": \d+/g, '"$1": 0');
    const theirs = runMlirOpt([...flags, "--profile-actions-to=-"], TWO).stdout;
    expect(mask(profile(PIPELINE))).to.equal(mask(theirs).trimEnd());
  });
});
