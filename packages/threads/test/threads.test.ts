import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseModule } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { defineAnalysis, definePass, renderDiagnostic } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import { ThreadPool } from "@passwright/threads";
import type { JobResult, NestedJob, PoolLimits } from "@passwright/threads";
import { expect } from "chai";
import { functions, run, setUp } from "./workplace.ts";
import { childEnvironment, itSlow } from "@passwright/development";

/** A pool that remembers what became of its jobs. */
class WatchedPool extends ThreadPool {
  readonly jobs: NestedJob[] = [];
  readonly results: JobResult[] = [];

  override async run(job: NestedJob): Promise<JobResult> {
    this.jobs.push(job);
    const result = await super.run(job);
    this.results.push(result);
    return result;
  }
}

/** A pool whose threads, when they are lost, are lost for lack of memory. */
class MemorylessPool extends WatchedPool {
  override async run(job: NestedJob): Promise<JobResult> {
    const result = await super.run(job);
    return result.kind === "lost" ? { ...result, how: { kind: "memory" } } : result;
  }
}

/** Runs a pass that needs more memory than its thread may take, in a process of its own: it may take that with it. */
function runApart(
  pass: string,
): Promise<{ readonly code: number | null; readonly signal: string | null; readonly out: string }> {
  const file = fileURLToPath(new URL("./lose-memory.js", import.meta.url));
  const child = spawn(process.execPath, [file, pass], { env: childEnvironment() });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (out += String(piece)));
  return new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal, out })));
}

describe("threads", () => {
  let pool: WatchedPool;
  beforeEach(() => (pool = new WatchedPool({ threads: 2 })));
  afterEach(() => pool.close());

  it("run what they are given", async () => {
    const text = functions("a", "b", "c", "d");
    expect(await run("func.func(cse)", text, { pool })).to.deep.equal(await run("func.func(cse)", text));
    expect(pool.results.map(({ kind }) => kind)).to.deep.equal(["answer", "answer", "answer", "answer"]);
  });

  it("leave what fails or speaks to the thread that asks: order, counts and failures are the same", async () => {
    const names = ["a", "f1", "f2", "a3", "long12", "b", "f3", "c"];
    for (const hasOutput of [true, false]) {
      const alone = await run("func.func(speak,cse)", functions(...names), { hasOutput });
      const threaded = await run("func.func(speak,cse)", functions(...names), { hasOutput, pool });
      expect(alone.result.failures).to.have.length(2);
      expect(threaded).to.deep.equal(alone);
    }
    expect(pool.results.map(({ kind }) => kind)).to.include("answer");
  });

  it("initialize each pass once per thread and run", async () => {
    const names = Array.from({ length: 40 }, (_, i) => `f${i}`);
    const { statistics } = await run("func.func(count-initialize)", functions(...names), { pool });
    expect(statistics).to.deep.equal(["count-initialize initialized 1"]);
    expect(pool.jobs.length).to.be.greaterThan(2);
  });

  it("keep the handles of operations that are still there, and sever the others", async () => {
    let before: Operation[] = [];
    let module: Operation | undefined;
    await run("func.func(cse)", functions("a", "b"), {
      pool,
      prepare: (_manager, op) => {
        module = op;
        op.walk((inner) => void before.push(inner));
      },
    });
    const after: Operation[] = [];
    module?.walk((inner) => void after.push(inner));
    before = before.filter(({ id }) => id >= 0);
    expect(after).to.have.length(9);
    expect(after.every((op, index) => op === before[index])).to.equal(true);
  });

  it("see the attributes of what is around them, and declarations of what is beside them", () => {
    const { adapter } = setUp();
    const text = `module attributes {a.b = 1 : i32} { ${functions("a", "b", "c")} }`;
    const parsed = parseModule(adapter.context, text, {});
    if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
    const all: Operation[] = [];
    adapter.collectNested(parsed.op, all);
    const { packed } = adapter.transfer.send([all[1] as Operation]);
    const [op] = adapter.transfer.arrive(packed).ops;
    expect(op?.parentOp?.print({ generic: true })).to.equal(`"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "a"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "b"}> ({
  ^bb0(%arg0: i32):
    %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %2 = "arith.muli"(%0, %1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%2) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "c"}> ({
  }) : () -> ()
}) {a.b = 1 : i32} : () -> ()
`);
  });

  it("wait for promises that settle, whoever settles them", async () => {
    const text = functions("bad1", "b", "bad2", "c");
    expect(await run("func.func(settle-late,cse)", text, { pool })).to.deep.equal(
      await run("func.func(settle-late,cse)", text),
    );
    expect(pool.results.map(({ kind }) => kind)).to.deep.equal(["answer", "answer", "answer", "answer"]);
  });

  describe("are not used", () => {
    const expectNoJobs = async (
      pipeline: string,
      prepare?: NonNullable<Parameters<typeof run>[2]>["prepare"],
    ): Promise<void> => {
      const text = functions("a", "b", "c");
      const given = prepare === undefined ? {} : { prepare };
      expect(await run(pipeline, text, { ...given, pool })).to.deep.equal(await run(pipeline, text, given));
      expect(pool.jobs).to.deep.equal([]);
    };

    it("where an instrumentation looks at passes", () =>
      expectNoJobs("func.func(cse)", (manager) => manager.addInstrumentation({ beforePass() {} })));

    it("where a nested manager is not to have them", () =>
      expectNoJobs("func.func(cse)", (manager) => {
        for (const element of manager.elements) if (element.kind === "nested") element.manager.threading = false;
      }));

    it("for passes that are registered under no name", () => {
      const unknown = definePass({ name: "unknown", runOnOperation(_op: Operation) {} });
      return expectNoJobs("func.func(cse)", (manager) => manager.nest("func.func").addPass(unknown));
    });

    it("where an analysis of what is around is cached", () => {
      const size = defineAnalysis({ name: "test/size", compute: (_op: Operation) => 1 });
      const compute = definePass({
        name: "compute",
        runOnOperation(op: Operation, pass) {
          pass.getAnalysis(size);
          pass.markAllAnalysesPreserved();
          void op;
        },
      });
      return expectNoJobs("", (manager) => {
        manager.addPass(compute as unknown as PassDefinition<Operation>);
        manager.nest("func.func").addPass(definePass({ name: "unknown", runOnOperation(_op: Operation) {} }));
      });
    });

    it("for one operation", async () => {
      await run("func.func(cse)", functions("a"), { pool });
      expect(pool.jobs).to.deep.equal([]);
    });
  });

  itSlow("may take their time for each pass at each operation", async () => {
    await pool.close();
    pool = new WatchedPool({ threads: 2, seconds: 1 });
    // As often in a row as takes longer than the limit: of one name, and of several.
    const pipeline = "func.func(take-a-while,take-a-while,take-a-while,cse,take-a-while)";
    const text = functions("bad1", "bad2");
    expect(await run(pipeline, text, { pool })).to.deep.equal(await run(pipeline, text));
    expect(pool.results.map(({ kind }) => kind)).to.deep.equal(["answer", "answer"]);
  });

  describe("that are lost", () => {
    const expectLost = async (
      pass: string,
      limits: Omit<PoolLimits, "threads">,
      [head, help]: readonly [string, string],
      makePool = (): WatchedPool => new WatchedPool({ threads: 2, ...limits }),
    ): Promise<void> => {
      await pool.close();
      pool = makePool();
      const text = functions("a", "bad", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l");
      const kept: string[] = [];
      const keep = (op: Operation, pipeline: string): string => {
        kept.push(`${pipeline} ${op.print()}`);
        return "the input is kept as bad.mlir";
      };
      const { result, statistics, text: after } = await run(`func.func(cse,${pass})`, text, { pool, keep });
      expect(result.succeeded).to.equal(false);
      expect(result.diagnostics.map((one) => renderDiagnostic(one)).join("\n")).to.equal(
        [
          head,
          `  --> <stdin>:7:1, step ${pass}`,
          `   = the pipeline is \`func.func(cse,${pass})\``,
          "   = the input is kept as bad.mlir",
          help,
        ].join("\n"),
      );
      expect(kept).to.have.length(1);
      // The others are done, and the one that was lost is as it was.
      expect(kept[0]?.match(/arith.addi/g)).to.have.length(2);
      expect(after.match(/arith.addi/g)).to.have.length(12 + 2);
      expect(statistics[0]).to.equal("cse num-cse'd 12");
    };
    it("because a pass ends the process", () =>
      expectLost("end-process", {}, [
        "error[PWH0101]: a thread died at `func.func` @bad, in pass `end-process`: it ended by itself",
        "help: run it without threads, so that the pass that ends the process can be seen",
      ]));

    it("because a pass kills the process", () =>
      expectLost("kill-process", {}, [
        "error[PWH0101]: a thread died at `func.func` @bad, in pass `kill-process`: it ended by itself",
        "help: run it without threads, so that the pass that ends the process can be seen",
      ]));

    it("because a promise never settles", () =>
      expectLost("never-settle", {}, [
        "error[PWH0104]: a promise never settled at `func.func` @bad, in pass `never-settle`",
        "help: settle every promise that pass `never-settle` awaits, or report this to its author",
      ]));

    it("because of what nobody catches", () =>
      expectLost("throw-later", {}, [
        "error[PWH0101]: a thread died at `func.func` @bad, in pass `throw-later`: Error: nobody catches this",
        "help: run it without threads, so that the pass that ends the process can be seen",
      ]));

    itSlow("because a pass never ends", () =>
      expectLost("never-end", { seconds: 1 }, [
        "error[PWH0103]: a thread was at `func.func` @bad, in pass `never-end` for more than 1 s",
        "help: give it more time, or look for a pass that never ends",
      ]),
    );

    it("because there is no memory left, where V8 ends the thread alone", () =>
      expectLost(
        "end-process",
        {},
        [
          "error[PWH0102]: a thread had no memory left at `func.func` @bad, in pass `end-process`",
          "help: run it without threads under `node --max-old-space-size=…`, or look for a pass that grows without end",
        ],
        () => new MemorylessPool({ threads: 2 }),
      ));

    for (const pass of ["take-memory", "double-memory"]) {
      itSlow(`or the whole process with them, where a pass does ${pass}`, async () => {
        const { code, signal, out } = await runApart(pass);
        // Which of the two depends on the pass and on the version of Node. It is never success.
        const isReported = code === 0 && out.includes("error[PWH0102]");
        expect(isReported || signal !== null || (code ?? 0) > 0, `${code} ${signal}\n${out}`).to.equal(true);
      });
    }
  });
});
