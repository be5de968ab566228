import type { PassManager } from "@passwright/core";
import { parseModule } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { describeProgram, generateProgram, perturb, samples } from "@passwright/development";
import { runOnTextParts, ThreadPool } from "@passwright/runner/threads";
import { expect } from "chai";
import { makeAdapter, managerFor, registry, setup } from "./workplace.ts";

/** Output text of a run and the statistics of its passes, or `undefined` if the run does not have an output text. */
type Came = { readonly text: string; readonly statistics: readonly number[] } | undefined;

function statisticsOf(manager: PassManager<Operation>): number[] {
  const values: number[] = [];
  manager.forEachPass(({ statistics }) => values.push(...Object.values(statistics).map(({ value }) => value)));
  return values;
}

/** Runs a pipeline on the whole text. Returns `undefined` if the run fails, prints something or has diagnostics. */
async function runWhole(pipeline: string, text: string): Promise<Came> {
  const adapter = makeAdapter();
  const manager = managerFor(adapter, pipeline);
  let hasPrinted = false;
  manager.output = () => void (hasPrinted = true);
  const parsed = parseModule(adapter.context, text, { file: "in.mlir" });
  if (!parsed.ok || !adapter.verify(parsed.op, { recursive: true }, () => undefined)) return undefined;
  const { succeeded, diagnostics } = await manager.runAsync(parsed.op);
  if (!succeeded || diagnostics.length > 0 || hasPrinted) return undefined;
  return { text: `${adapter.print(parsed.op, {}).trimEnd()}\n`, statistics: statisticsOf(manager) };
}

async function runParts(pipeline: string, text: string, pool: ThreadPool, takesPart = false): Promise<Came> {
  const adapter = makeAdapter();
  const manager = managerFor(adapter, pipeline);
  const encoded = new TextEncoder().encode(text);
  const bytes = new Uint8Array(encoded.length + 16);
  bytes.set(encoded);
  const how = { pool, adapter, registry, setup, takesPart };
  const chunks = await runOnTextParts(manager, { file: "in.mlir", bytes, length: encoded.length }, how);
  if (chunks === undefined) return undefined;
  return { text: Buffer.concat(chunks).toString(), statistics: statisticsOf(manager) };
}

const f = (name: string, body = "return"): string => `func.func @${name}() {\n    ${body}\n  }`;
const many = (...more: readonly string[]): string =>
  ["a", "b", "c", "d"]
    .map((name) => f(name))
    .concat(more)
    .map((one) => `  ${one}\n`)
    .join("");

function customFormOf(text: string): string {
  const parsed = parseModule(makeAdapter().context, text, {});
  return parsed.ok ? parsed.op.print() : text;
}

/** Texts that can be processed in parts: the joined outputs are equal to the output for the whole text. */
const PLAIN: { readonly [what: string]: string } = {
  "functions without a module": many().replace(/^ {2}/gm, ""),
  "a module with a name and attributes": `module @m attributes {a.b = {c = 1 : i32}, d.e} {\n${many()}}\n`,
  "a module with a location": `module {\n${many()}} loc("x.mlir":1:2)\n`,
  "comments and strings with braces":
    `// } {\nmodule {\n${many()}  // func.func @no() {\n  ${f("e", 'return {x.y = "}"}')}\n}\n// }`.replace(
      "\n// }",
      "\n",
    ),
  "calls of what is in other parts": `module {\n${many(f("e", "call @a() : () -> ()\n return"), f("g", "call @e() : () -> ()\n return"))}}\n`,
  "calls of declarations": `module {\n  func.func private @x(i32) -> (i32 {a.b}) attributes {c.d}\n${many(f("e", "%0 = arith.constant 1 : i32\n %1 = call @x(%0) : (i32) -> i32\n return"))}}\n`,
  "functions on one line":
    "func.func @a() { return }\nfunc.func @b() { call @a() : () -> () return }\nfunc.func @c() { call @b() : () -> () return }\n",
  "the generic form": `"builtin.module"() ({\n${["a", "b", "c"].map((name) => `  "func.func"() <{function_type = () -> (), sym_name = "${name}"}> ({\n    "func.return"() : () -> ()\n  }) : () -> ()\n`).join("")}}) : () -> ()\n`,
};

/** Texts that cannot be processed in parts, or are invalid. */
const NOT_PLAIN: { readonly [what: string]: string } = {
  "an alias in the output": `module {\n${many(f("e", "%0 = arith.constant 1 : index\n %1 = affine.apply affine_map<(d0) -> (d0 + 7)>(%0)\n return"))}}\n`,
  "an alias in the input": `!t = i32\nmodule {\n${many()}}\n`,
  resources: `module {\n${many()}}\n{-#\n  external_resources: {\n    x: { y: "0x0400000001" }\n  }\n#-}\n`,
  "a symbol twice, in different parts": `module {\n${many(f("a"))}}\n`,
  "a call of nothing": `module {\n${many(f("e", "call @nowhere() : () -> ()\n return"))}}\n`,
  "a call with another type, in another part": `module {\n${many(f("e", "%0 = call @a() : () -> i32\n return"))}}\n`,
  "values between functions": `module {\n${many()}  %0 = arith.constant 1 : i32\n${many().replaceAll("@", "@x")}}\n`,
  "a function in a function": `module {\n  func.func @o() {\n${many()}    return\n  }\n}\n`,
  "an operation that ends too early": `module {\n${many()}}\n${many()}`,
  "what is no text of this IR": `module {\n${many("func.func @e() {")}}\n`,
  "two modules": `module {\n${many()}}\nmodule {\n${many()}}\n`,
};

describe("a text in parts", () => {
  const pool = new ThreadPool({ threads: 2 });
  after(() => pool.close());

  for (const [what, text] of Object.entries(PLAIN)) {
    it(`has the same output as the whole: ${what}`, async () => {
      for (const pipeline of ["func.func(cse)", "func.func(canonicalize),any(cse)", ""]) {
        const whole = await runWhole(pipeline, text);
        expect(whole, "the whole").not.to.equal(undefined);
        expect(await runParts(pipeline, text, pool), pipeline).to.deep.equal(whole);
        expect(await runParts(pipeline, text, pool, true), pipeline).to.deep.equal(whole);
      }
    });
  }

  for (const [what, text] of Object.entries(NOT_PLAIN)) {
    it(`is not processed in parts: ${what}`, async () => {
      expect(await runParts("func.func(cse)", text, pool)).to.equal(undefined);
    });
  }

  it("is not processed in parts if a pass sees the whole text, has output or fails, or a thread is lost", async () => {
    const text = many(f("f1"), f("bad"));
    for (const pipeline of ["symbol-dce", "func.func(cse),symbol-dce", "func.func(speak)", "func.func(end-process)"]) {
      expect(await runParts(pipeline, text, pool), pipeline).to.equal(undefined);
    }
    expect((await runParts("func.func(cse)", text, pool))?.text).to.contain("@bad");
  });

  for (const kind of [
    { seed: 910_000, functions: 8, operationsPerFunction: 12 },
    { seed: 920_000, functions: 6, operationsPerFunction: 10, depth: 4, unregistered: true },
    { seed: 930_000, functions: 12, operationsPerFunction: 5, vectors: false },
  ]) {
    let answered = 0;
    for (const [index, pipeline] of [
      "func.func(cse,canonicalize)",
      "any(canonicalize),func.func(sccp,cse)",
      "",
    ].entries()) {
      it(`has the same output as the whole, or none: ${pipeline || "no passes"}, from seed ${kind.seed + 1000 * index}`, async () => {
        for (let i = 0; i < samples(10); i++) {
          const program = generateProgram({ ...kind, seed: kind.seed + 1000 * index + i });
          // Prints most programs in custom form, because functions in other parts cannot be found in the generic form.
          const text = i % 3 === 2 ? perturb(program.text, program.options.seed) : customFormOf(program.text);
          const parts = await runParts(pipeline, text, pool);
          if (parts === undefined) continue;
          answered++;
          expect(parts, describeProgram(program)).to.deep.equal(await runWhole(pipeline, text));
        }
      });
    }
    it(`processes some of them, from seed ${kind.seed}`, () => expect(answered).to.be.greaterThan(0));
  }
});
