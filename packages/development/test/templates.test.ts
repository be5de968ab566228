import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { childEnvironment, describeLong } from "@passwright/development";
import { installAll, root } from "./packed.ts";

const commands = [
  ["plugin"],
  ["framework"],
  ["plugin", "--for", "svgo"],
  ["plugin", "--for", "unified"],
  ["plugin", "--for", "postcss"],
  ["plugin", "--for", "babel"],
] as const;

function run(cwd: string, program: string, ...argv: readonly string[]): string {
  const done = spawnSync(program, argv, { cwd, encoding: "utf8", env: childEnvironment() });
  expect({ code: done.status }, done.stdout + done.stderr).to.deep.equal({ code: 0 });
  return done.stdout;
}

/** Links what the project needs besides the packed packages to what this repository has. */
function linkTools(project: string): void {
  const { devDependencies } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as {
    readonly devDependencies: { readonly [name: string]: string };
  };
  for (const name of Object.keys(devDependencies)) {
    const link = join(installAll(), "node_modules", name);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", name), link);
  }
}

describeLong("packages that `passwright new` makes, with the packed packages", () => {
  for (const command of commands)
    for (const flags of [[], ["--js"]]) {
      const name = `passwright-plugin-${[...command, ...flags].map((word) => word.replace(/^-+/, "")).join("-")}`;

      it(`${[...command, ...flags].join(" ")} builds, passes its tests, and runs with its config`, () => {
        const bin = (tool: string): string => join(installAll(), "node_modules/.bin", tool);
        const [kind, ...rest] = command;
        run(installAll(), bin("passwright"), "new", kind, name, ...rest, ...flags);
        const project = join(installAll(), name);
        linkTools(project);
        if (flags.length === 0)
          run(project, process.execPath, join(root, "node_modules/typescript/bin/tsc"), "-p", ".");
        const mocha = join(root, "node_modules/mocha/bin/mocha.js");
        expect(run(project, process.execPath, mocha, "--config", ".mocharc.json")).to.match(/\d passing/);
        expect(run(project, bin("passwright"), "run")).not.to.equal("");
        run(project, bin("passwright"), "manifest");
        run(project, bin("passwright"), "plan", "--format", "json");
        expect(run(project, bin("passwright"), "new", "pass", "another-pass")).to.contain("src/passes/another-pass");
      });
    }
});
