import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment } from "@passwright/test-support";

const example = fileURLToPath(new URL("..", import.meta.url));
const root = join(example, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The code blocks of the README in one language, in order. */
function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(
    (match) => match[1] as string,
  );
}

function passwright(...args: string[]): { stdout: string; stderr: string; code: number | null } {
  const bin = join(root, "packages/cli/bin/passwright.js");
  const done = spawnSync(process.execPath, [bin, ...args], { encoding: "utf8", env: childEnvironment() });
  return { stdout: done.stdout, stderr: done.stderr, code: done.status };
}

describe("the README", () => {
  it("shows the example's config as it is", () => {
    const config = readFileSync(join(example, "passwright.config.yaml"), "utf8");
    expect(config.replace(/^#.*\n/, "")).to.equal(blocks("yaml")[0]);
  });

  it("shows what planning the example prints", () => {
    const { stdout, code } = passwright("plan", example);
    expect({ stdout, code }).to.deep.equal({ stdout: blocks("text")[0], code: 0 });
  });

  it("makes a plugin that can be planned and run, from its three files", () => {
    const folder = mkdtempSync(join(root, "node_modules/.readme-"));
    try {
      const sandbox = (text: string): string => text.replaceAll("../examples", "../../examples");
      mkdirSync(join(folder, "my-plugin"));
      writeFileSync(join(folder, "my-plugin/package.json"), blocks("json")[0] as string);
      writeFileSync(join(folder, "my-plugin/index.js"), blocks("js")[0] as string);
      writeFileSync(join(folder, "passwright.config.yaml"), sandbox(blocks("yaml")[1] as string));
      const plan = passwright("plan", folder);
      expect(plan.stderr).to.equal("");
      expect(plan.stdout).to.match(/drop-zero-adds +LateOptimization +my-plugin +before `arith-expand`: what is gone/);
      const run = passwright("run", folder, "--stats", "-o", join(folder, "out.mlir"));
      expect(run.stderr).to.equal("");
      expect(run.code).to.equal(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("shows how operations are made", () => {
    const [, snippet = ""] = blocks("js");
    const code = `import { mlir, OpBuilder } from "@passwright/ir";
      const { op: module } = mlir.parse('"builtin.module"() ({ %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32 }) : () -> ()', { file: "x" });
      const op = module.regions[0].front.front;
      const type = op.resultTypes[0];
      ${snippet}
      console.log(String(zero.getAttr("value")));`;
    const file = join(root, `node_modules/.readme-${process.pid}.mjs`);
    writeFileSync(file, code);
    try {
      const { stdout } = spawnSync(process.execPath, [file], { encoding: "utf8", env: childEnvironment() });
      expect(stdout).to.equal("0 : i32\n");
    } finally {
      rmSync(file);
    }
  });
});
