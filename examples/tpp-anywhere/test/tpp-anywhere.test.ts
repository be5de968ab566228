import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { checkGolden, runProgram } from "@passwright/development";

const example = fileURLToPath(new URL("..", import.meta.url));

async function passwright(...argv: readonly string[]): Promise<string> {
  const { out, err, code } = await runProgram(main, argv, { cwd: example });
  expect(code, err).to.equal(0);
  expect(err).to.equal("");
  return out;
}

describe("one plugin in three frameworks", () => {
  for (const name of ["passwright", "by-type", "graph"]) {
    it(`is planned in ${name}, from its own calls`, async () => {
      checkGolden(await passwright("plan", "-c", `${name}.config.yaml`), `${name}.txt`, import.meta.url);
    });

    it(`gives the same code in ${name}, and none of its operations are left`, async () => {
      const out = await passwright("run", "-c", `${name}.config.yaml`);
      checkGolden(out, "tiles.mlir", import.meta.url);
      expect(out).to.contain("call @tpp_fma_32x32xf32(").and.to.not.contain('"tpp.fma"');
    });
  }

  it("brings its dialect, also for inputs from the middle of the pipeline", async () => {
    const config = ["run", "-c", "by-type.config.yaml"];
    const middle = await passwright(...config, "--until", "plan-memory");
    expect(middle).to.contain('"tpp.fma"(');
    const rest = await runProgram(main, [...config, "--from", "passwright-plugin-kernels::tpp-reuse-buffers", "-"], {
      cwd: example,
      input: middle,
    });
    expect(rest.err).to.equal("");
    checkGolden(rest.out, "tiles.mlir", import.meta.url);
  });
});
