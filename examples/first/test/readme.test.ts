import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment, itSlow } from "@passwright/development";

const example = fileURLToPath(new URL("..", import.meta.url));
const root = join(example, "../..");
const bin = join(root, "packages/cli/bin/passwright.js");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The code blocks of the README in one language, in order. */
function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(
    (match) => match[1] as string,
  );
}

function passwright(...args: string[]): { stdout: string; stderr: string; code: number | null } {
  const done = spawnSync(process.execPath, [bin, ...args], { encoding: "utf8", env: childEnvironment() });
  return { stdout: done.stdout, stderr: done.stderr, code: done.status };
}

/** A line of the README, without its remark, with the programs of this repository. */
function run(cwd: string, line: string): string {
  const command = line.replace(/ +#.*/, "").replace(/^npx passwright\b/, `"${process.execPath}" "${bin}"`);
  const done = spawnSync(command, { cwd, shell: true, encoding: "utf8", env: childEnvironment() });
  expect(done.status, `${line}\n${done.stdout}${done.stderr}`).to.equal(0);
  return done.stdout + done.stderr;
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

  itSlow("makes a plugin with the files that it shows, which is tested, planned and run as it says", () => {
    const folder = mkdtempSync(join(root, "node_modules/.readme-"));
    try {
      const [commands = "", config = ""] = [blocks("sh")[1], blocks("yaml")[1]];
      const [create = "", change = "", ...rest] = commands.trim().split("\n");
      expect(change).to.equal("cd sandbox/my-plugin");
      const plugin = join(folder, "my-plugin");
      expect(run(folder, create.replace("sandbox/", ""))).to.contain("npx passwright plan");
      const made = (path: string): string => readFileSync(join(plugin, path), "utf8");
      expect(blocks("ts")).to.deep.equal([made("src/passes/my-plugin.ts"), made("src/index.ts")]);
      const shown = JSON.parse(`{${blocks("json")[0]}}`) as { passwright: unknown };
      expect(shown.passwright).to.deep.equal((JSON.parse(made("package.json")) as typeof shown).passwright);
      const [test, plan, runs] = rest.map((command) => run(plugin, command));
      expect(test).to.contain("16 passing");
      expect(plan).to.match(/my-plugin +LateOptimization +my-plugin +before `arith-expand`: what is gone/);
      expect(runs).to.contain("additions dropped");
      writeFileSync(join(folder, "passwright.config.yaml"), config.replaceAll("../examples", "../../examples"));
      const both = passwright("plan", folder);
      expect({ stderr: both.stderr, code: both.code }).to.deep.equal({ stderr: "", code: 0 });
      expect(both.stdout).to.contain("my-plugin").and.to.contain("passwright-plugin-strength");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("shows how operations are made", () => {
    const [snippet = ""] = blocks("js");
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
