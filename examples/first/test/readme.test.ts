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

  it("makes a plugin that can be planned and run, from its three blocks", () => {
    const folder = mkdtempSync(join(example, "readme-"));
    try {
      mkdirSync(join(folder, "my-plugin"));
      const [plugin = "", rule = ""] = blocks("js");
      const withRule = plugin
        .replace("setup(builder) {", `setup(builder) {\n    ${rule}`)
        .replace("PassType }", "ofType, PassType }");
      writeFileSync(join(folder, "my-plugin/package.json"), blocks("json")[0] as string);
      writeFileSync(join(folder, "my-plugin/index.js"), withRule);
      const config = (blocks("yaml")[0] as string)
        .replace("framework: .", "framework: ..")
        .replace("kernel/", "../kernel/");
      const entry = (blocks("yaml")[1] as string).replace("plugins:\n", "");
      writeFileSync(join(folder, "passwright.config.yaml"), config.replace("plugins:\n", `plugins:\n${entry}`));
      const plan = passwright("plan", folder);
      expect(plan.stderr).to.equal("");
      expect(plan.stdout).to.match(
        /count-loops +Unknown +my-plugin +before `arith-expand`: loops are as they will stay/,
      );
      const run = passwright("run", folder, "-o", join(folder, "out.mlir"));
      expect(run.stderr).to.contain("loops so far");
      expect(run.code).to.equal(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
