import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment, itLong } from "@passwright/development";

const example = fileURLToPath(new URL("..", import.meta.url));
const root = join(example, "../..");
const bin = join(root, "packages/cli/bin/passwright.js");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** Returns the code blocks of the README in one language, in order. */
function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(
    (match) => match[1] as string,
  );
}

function passwright(...args: string[]): { stdout: string; stderr: string; code: number | null } {
  const done = spawnSync(process.execPath, [bin, ...args], { encoding: "utf8", env: childEnvironment() });
  return { stdout: done.stdout, stderr: done.stderr, code: done.status };
}

/** Runs a line of the README, without its comment, with the programs of this repository. */
function run(cwd: string, line: string): string {
  const command = line.replace(/ +#.*/, "").replace(/^npx passwright\b/, `"${process.execPath}" "${bin}"`);
  const done = spawnSync(command, { cwd, shell: true, encoding: "utf8", env: childEnvironment() });
  expect(done.status, `${line}\n${done.stdout}${done.stderr}`).to.equal(0);
  return done.stdout + done.stderr;
}

describe("the README", () => {
  it("shows the example's config", () => {
    const config = readFileSync(join(example, "passwright.config.yaml"), "utf8");
    expect(config.replace(/^#.*\n/, "")).to.equal(blocks("yaml")[0]);
  });

  it("shows the plan of the example", () => {
    const { stdout, code } = passwright("plan", example);
    expect({ stdout, code }).to.deep.equal({ stdout: blocks("text")[0], code: 0 });
  });

  it("shows the pipeline of the example's framework", () => {
    const source = readFileSync(join(example, "src/framework.ts"), "utf8");
    expect(source.replaceAll(/^ {2}/gm, "")).to.contain(blocks("ts")[1]);
  });

  itLong("creates a plugin with the declaration that it shows, which its commands test, plan and run", () => {
    const folder = mkdtempSync(join(root, "node_modules/.readme-"));
    try {
      const [create = "", change = "", install = "", ...rest] = (blocks("sh")[2] ?? "").trim().split("\n");
      expect([change, install]).to.deep.equal(["cd my-plugin", "npm install"]);
      const plugin = join(folder, "my-plugin");
      // The packages are already installed in an enclosing folder, so the line is changed. `npm run test:release` runs
      // the unchanged lines.
      expect(run(folder, create.replace("npx -p @passwright/cli", "npx"))).to.contain("npx passwright plan");
      expect(blocks("ts")[0]).to.equal(readFileSync(join(plugin, "src/index.ts"), "utf8"));
      const [test, plan, runs] = rest.map((command) => run(plugin, command));
      expect(test).to.contain("17 passing");
      expect(plan).to.match(
        /my-plugin +LateOptimization +my-plugin +before `arith-expand`: fewer operations to expand/,
      );
      expect(runs).to.contain("dropped additions");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
