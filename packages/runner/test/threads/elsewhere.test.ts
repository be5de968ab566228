import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ThreadPool, toJson } from "@passwright/runner/threads";
import type { JobResult, NestedAnswer, NestedJob } from "@passwright/runner/threads";
import { childEnvironment, generateProgram, makeTemporaryFolder, sampleOf } from "@passwright/development";
import { expect } from "chai";
import { functions, run } from "./workplace.ts";

const program = fileURLToPath(new URL("./run-job-file.js", import.meta.url));

/** Pool that writes each job to a file, runs the job in another process, and reads the result from a file. */
class Elsewhere extends ThreadPool {
  readonly #folder = makeTemporaryFolder();
  /** Number of returned operations for each job. */
  readonly returned: number[] = [];

  constructor() {
    super({ threads: 2 });
  }

  override run(job: NestedJob): Promise<JobResult> {
    const [from, to] = ["job.json", "answer.json"].map((name) => join(this.#folder, name)) as [string, string];
    writeFileSync(from, toJson(job));
    const how = { cwd: this.#folder, env: childEnvironment(), encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(process.execPath, [program, from, to], how);
    if (status !== 0) throw new Error(stderr);
    const answer = JSON.parse(readFileSync(to, "utf8")) as NestedAnswer;
    const { starts } = answer.operations as unknown as { readonly starts: readonly number[] };
    this.returned.push(starts.filter((start) => start >= 0).length);
    return Promise.resolve({ kind: "answer", answer });
  }
}

const calls = `func.func @calls(%a: i32) -> i32 {
  %0 = call @a1(%a) : (i32) -> i32
  %1 = arith.constant 7 : i32
  %2 = arith.constant 7 : i32
  %3 = arith.addi %1, %2 : i32
  %4 = arith.addi %0, %3 : i32
  return %4 : i32
}`;

const inModule = `module @m attributes {a.b = 1 : i32} {\n${functions("a1", "b", "c2")}\n${calls}\n${functions("d3", "e")}\n}`;

describe("a job in a file", () => {
  const texts = {
    "functions that call each other, in a module with attributes": inModule,
    "places, regions and unregistered operations": generateProgram({
      seed: 860_000,
      functions: 6,
      operationsPerFunction: 20,
      depth: 4,
      locations: true,
      unregistered: true,
    }).text,
  };
  for (const [what, text] of sampleOf(Object.entries(texts))) {
    it(`has the same result in another process: ${what}`, async () => {
      for (const pipeline of ["func.func(canonicalize,cse)", "func.func(cse,speak),any(canonicalize)"]) {
        const pool = new Elsewhere();
        expect(await run(pipeline, text, { pool }), pipeline).to.deep.equal(await run(pipeline, text));
        expect(Math.max(...pool.returned), "operations that came back").to.be.greaterThan(0);
      }
    });
  }

  it("includes the surrounding operations and the statistics of its passes", async () => {
    const pool = new Elsewhere();
    const { result, statistics } = await run("func.func(cse,speak)", inModule, { pool });
    expect(statistics).to.deep.equal(["cse num-cse'd 6", "cse num-dce'd 0", "speak spoken 5", "speak longest 5"]);
    expect(result.diagnostics.map(({ message }) => message)).to.deep.equal([
      "this is @a1",
      "pass `speak` threw on 'func.func' @d3: Error: three is too many",
    ]);
    expect(pool.returned).to.deep.equal([0, 1, 0, 1, 0, 1]);
  });
});
