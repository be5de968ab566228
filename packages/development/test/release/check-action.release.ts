import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { expect } from "chai";
import { edit, environment, passwright, projectWith, write } from "./project.ts";
import type { Outcome } from "./project.ts";

const script = fileURLToPath(new URL("../../../../.github/actions/check/check.sh", import.meta.url));

function check(folder: string, inputs: { readonly [name: string]: string } = {}): Outcome {
  const env = { ...environment(), CONFIGS: ".", STRICT: "true", LOCK: "true", ...inputs };
  const { status, stdout, stderr } = spawnSync("bash", [script], { cwd: folder, encoding: "utf8", env });
  return { code: status, out: stdout + stderr };
}

describe("the action `passwright check`", () => {
  it("accepts a locked pipeline, and refuses changes, orders by name, and versions that do not fit", () => {
    const project = projectWith("@passwright/cli", "passwright-example-kiln", "passwright-plugin-strength");
    write(project, {
      "passwright.config.yaml": "framework: passwright-example-kiln\nplugins: [passwright-plugin-strength]\n",
    });
    const unlocked = check(project);
    expect(unlocked.code).to.equal(1);
    expect(unlocked.out).to.contain("PWR0201").and.to.contain("differs from its lock file");
    expect(check(project, { LOCK: "false" }).code).to.equal(0);
    passwright(project, "lock");
    expect(check(project)).to.nested.include({ code: 0 });
    expect(check(project, { DATA_ONLY: "true" }).code).to.equal(0);

    const config = join(project, "passwright.config.yaml");
    edit(config, (text) => `${text}insert: [{ pass: strength-reduce, at: checks.end, reason: early }]\n`);
    const changed = check(project);
    expect(changed.code).to.equal(1);
    expect(changed.out).to.contain("::error::the plan of . differs from its lock file");

    edit(config, (text) => text.replace(/insert:.*\n/, ""));
    const manifest = join(project, "node_modules/passwright-plugin-strength/package.json");
    edit(manifest, (text) =>
      text.replace(
        '"dependencies": {',
        '"peerDependencies": { "passwright-example-kiln": "^7.0.0" },\n  "dependencies": {',
      ),
    );
    const misfit = check(project);
    expect(misfit.code).to.equal(1);
    expect(misfit.out).to.contain("passwright-example-kiln").and.to.contain("^7.0.0");
  });
});
