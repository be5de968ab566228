import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { Plan } from "@passwright/builder";
import { renderDiagnostic } from "@passwright/core";
import { loadSession } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import {
  checkGolden,
  childEnvironment,
  describeWithMlirOpt,
  runMlirOpt,
  runMlirRunner,
  itSlow,
} from "@passwright/development";

const example = fileURLToPath(new URL("..", import.meta.url));
const cli = fileURLToPath(new URL("../../../packages/cli/bin/passwright.js", import.meta.url));
const input = readFileSync(join(example, "matmul.mlir"), "utf8");

async function load(without: readonly string[] = []): Promise<Session> {
  const { session, diagnostics } = await loadSession({ config: example, without });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(renderDiagnostic).join("\n")).to.equal("");
  return session as Session;
}

function show({ steps }: Plan): string {
  return steps
    .map(
      ({ address, nests, because }) => `${nests.map(({ anchor }) => `${anchor} > `).join("")}${address}: ${because}\n`,
    )
    .join("");
}

/** Runs the session on a text. Returns the output. */
async function lower(session: Session, text: string): Promise<string> {
  const made = await session.makeManager();
  if (!made.ok) throw new Error(made.diagnostics.map(renderDiagnostic).join("\n"));
  const { ir } = session.framework;
  const parsed = ir.parse?.(text, { file: "matmul.mlir" });
  if (parsed?.ok !== true) throw new Error("not read");
  const result = await session.run(made.manager, parsed.op);
  expect(result.diagnostics.map(renderDiagnostic).join("\n")).to.equal("");
  return ir.print?.(parsed.op, {}) ?? "";
}

/** Executes lowered IR, and parses the matrix that the program prints. */
function execute(text: string): readonly (readonly number[])[] {
  const { stdout, stderr, code } = runMlirRunner(text, "void");
  expect({ stderr, code }).to.deep.equal({ stderr: "", code: 0 });
  const [, matrix = ""] = stdout.split("data = \n");
  return JSON.parse(matrix) as number[][];
}

/** Computes the expected matrix in TypeScript: relu(a * b) with a(i, k) = i - k / 4 and b(k, j) = k + j. */
function compute(): readonly (readonly number[])[] {
  const range = (size: number): number[] => Array.from({ length: size }, (_, index) => index);
  return range(4).map((i) =>
    range(4).map((j) =>
      Math.max(
        0,
        range(8).reduce((sum, k) => sum + (i - k / 4) * (k + j), 0),
      ),
    ),
  );
}

describe("lowering linalg", () => {
  it("is planned from declarations: tensor passes before bufferization, memref passes after, one before the lowering", async () => {
    const { plan } = await load();
    checkGolden(show(plan as Plan), "plan.txt", import.meta.url);
  });

  itSlow("is planned in the same way without mlir-opt", () => {
    const env = { ...childEnvironment(), PASSWRIGHT_MLIR_OPT: "/no/such/mlir-opt", XDG_CACHE_HOME: "/no/such/folder" };
    const plan = (environment: NodeJS.ProcessEnv): string =>
      spawnSync(process.execPath, [cli, "plan", example], { encoding: "utf8", env: environment }).stdout;
    expect(plan(env)).to.equal(plan(childEnvironment()));
    expect(plan(env)).to.contain("one-shot-bufferize");
    const run = spawnSync(process.execPath, [cli, "run", example, "-"], { encoding: "utf8", env, input: "module {}" });
    expect(run.stderr).to.match(
      /^error\[PWM0101\]: pass `linalg-generalize-named-ops` needs a program that was not found/,
    );
    expect(run.status).to.equal(1);
  });
});

describeWithMlirOpt("lowered linalg", () => {
  it("computes the right numbers", async () => {
    const session = await load();
    const lowered = await lower(session, input);
    expect(execute(lowered)).to.deep.equal(compute());
    expect(compute()[3]).to.deep.equal([49, 66, 83, 100]);
    // The TypeScript pass between two passes of mlir-opt aligned the returned buffer to a page.
    expect(lowered).to.match(/llvm\.mlir\.constant\(4096 : index\)/);
  });

  it("computes them without the plugin, too", async () => {
    expect(execute(await lower(await load(["passwright-plugin-tiles"]), input))).to.deep.equal(compute());
  });

  it("is the result of the same command typed by hand, if the pass in TypeScript does not change anything", async () => {
    const session = await load();
    // Uses buffers of 16 bytes, which the TypeScript pass does not align.
    const small = input.replaceAll("4x4x", "2x2x").replaceAll("4x8x", "2x8x").replaceAll("8x4x", "8x2x");
    const text = small.replace("%c4 = arith.constant 4", "%c4 = arith.constant 2");
    const native = (session.plan as Plan).steps.filter(
      ({ pass }) => !["tensor.end", "align-large-buffers"].includes(pass as string),
    );
    const pipeline = native.map(({ pass, nests }) => {
      const name = (pass as string).replace("tiles-", "");
      const one = name === "one-shot-bufferize" ? `${name}{${BUFFERIZE}}` : name;
      return nests.length === 0 ? one : `${nests[0]?.anchor}(${one})`;
    });
    const byHand = runMlirOpt([`--pass-pipeline=builtin.module(${pipeline.join(",")})`], text);
    expect(byHand.stderr).to.equal("");
    expect(await lower(session, text)).to.equal(byHand.stdout.replace(/\n$/, ""));
  });

  itSlow("comes out of the command", () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [cli, "run", example, join(example, "matmul.mlir")],
      {
        encoding: "utf8",
        env: childEnvironment(),
      },
    );
    expect({ stderr, status }).to.deep.equal({ stderr: "", status: 0 });
    expect(execute(stdout)).to.deep.equal(compute());
  });
});

const BUFFERIZE = "bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map";
