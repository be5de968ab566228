import { parentPort } from "node:worker_threads";
import { defineGroup, definePass } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import type { Operation } from "@passwright/ir";

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

/** Makes a pass that calls `act` in functions whose name starts with `bad`. */
function bad(name: string, act: () => void | Promise<void>): PassDefinition<Operation> {
  return definePass({
    name,
    anchor: "func.func",
    runOnOperation(op: Operation) {
      return op.symbolName?.startsWith("bad") === true ? act() : undefined;
    },
  }) as unknown as PassDefinition<Operation>;
}

const held: unknown[] = [];

const speak = definePass({
  name: "speak",
  anchor: "func.func",
  statistics: { spoken: "what was said", longest: "letters in the longest name" },
  runOnOperation(op: Operation, pass) {
    const { symbolName: name = "" } = op;
    pass.statistics.longest.updateMax(name.length);
    if (name.includes("1")) pass.emitWarning(`this is @${name}`);
    if (name.includes("2")) pass.print(`@${name}\n`);
    if (name.includes("3")) throw new Error("three is too many");
    pass.statistics.spoken.add();
  },
});

/** Pass that counts how often it is initialized in its thread. */
const countInitialize = definePass({
  name: "count-initialize",
  anchor: "func.func",
  statistics: { initialized: "how often" },
  create: () => {
    let count = 0;
    return {
      initialize() {
        count++;
        return undefined;
      },
      runOnOperation(_op: Operation, pass) {
        pass.statistics.initialized.updateMax(count);
      },
    };
  },
});

/** Group that reports the order of its members, and counts the calls of each member. */
const choir = defineGroup<Operation, string>({
  name: "choir",
  splits: "refuse",
  anchors: ["func.func"],
  run(members, op, context) {
    const names = members.map((one) => {
      (one.statistics["sung"] as { add(): void } | undefined)?.add();
      return one.member;
    });
    context.emitRemark(`@${op.symbolName}: ${names.join(", ")}`);
    if (op.symbolName?.startsWith("f") === true) context.signalPassFailure();
  },
});

const sing = (name: string): PassDefinition<Operation> =>
  definePass({
    name,
    anchor: "func.func",
    group: choir,
    member: name,
    statistics: { sung: "how often" },
  }) as unknown as PassDefinition<Operation>;

export const passes: readonly PassDefinition<Operation>[] = [
  bad("end-process", () => process.exit(3)),
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  bad("post-message", () => void parentPort?.postMessage({ answer: { operations: undefined } })),
  bad("throw-later", () => {
    setImmediate(() => {
      throw new Error("nobody catches this");
    });
    return new Promise(() => undefined);
  }),
  bad("never-settle", () => new Promise(() => undefined)),
  bad("kill-process", () => void process.kill(process.pid)),
  bad("settle-late", async () => {
    // V8 compiles WebAssembly in its own threads, so Node does not have a handle that keeps the process alive.
    await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await import("node:tls");
  }),
  bad("never-end", () => {
    for (;;);
  }),
  bad("take-a-while", () => {
    for (const start = performance.now(); performance.now() - start < 400;);
  }),
  bad("take-memory", () => {
    for (;;) held.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
  }),
  bad("double-memory", () => {
    for (let all = ["x"]; ; all = [...all, ...all]) held.push(all.length);
  }),
  sing("alto"),
  sing("bass"),
  speak as unknown as PassDefinition<Operation>,
  countInitialize as unknown as PassDefinition<Operation>,
];
