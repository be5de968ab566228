import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect } from "chai";
import satisfies from "semver/functions/satisfies.js";
import { childEnvironment, describeLong } from "@passwright/development";
import { problemsOf } from "./publint-problems.ts";
import { installAll, npm, publicPackages, root } from "./packed.ts";
import type { Manifest } from "./packed.ts";

interface Outcome {
  readonly code: number | null;
  readonly out: string;
}

/** Runs what a person would, with the installed programs on the PATH, as `npx` and npm scripts have them, and the linked tools. */
function run(cwd: string, program: string, ...argv: readonly string[]): Outcome {
  const bins = [installAll(), root].map((folder) => join(folder, "node_modules/.bin"));
  const env = { ...childEnvironment(), PATH: [...bins, process.env["PATH"]].join(delimiter) };
  const { status, stdout, stderr } = spawnSync(program, argv, { cwd, encoding: "utf8", env });
  return { code: status, out: stdout + stderr };
}

function succeed(cwd: string, program: string, ...argv: readonly string[]): string {
  const { code, out } = run(cwd, program, ...argv);
  expect(code, out).to.equal(0);
  return out;
}

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, "utf8");
  const changed = change(text);
  expect(changed).not.to.equal(text);
  writeFileSync(file, changed);
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Every version that a generated package asks for is that of a package that is there: ours, or one that this repository uses. */
function checkRanges(folder: string): void {
  const manifest = manifestIn(folder);
  const asked = ["dependencies", "peerDependencies", "devDependencies"].flatMap((field) =>
    Object.entries((manifest[field] ?? {}) as { readonly [name: string]: string }),
  );
  const ours = new Map(publicPackages().map((one) => [one.manifest.name, one.manifest.version]));
  const wrong = asked.filter(([name, range]) => {
    const version = ours.get(name) ?? manifestIn(join(root, "node_modules", name)).version;
    return !satisfies(version, range);
  });
  expect(wrong).to.deep.equal([]);
}

/** Links packages of other authors that a package is developed with to what this repository has. */
function linkTools(folder: string): void {
  for (const name of Object.keys(manifestIn(folder)["devDependencies"] as object)) {
    const link = join(installAll(), "node_modules", name);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", name), link);
  }
}

describeLong("what `passwright new` makes, from packed packages alone", () => {
  for (const flags of [[], ["--js"]]) {
    const language = flags.length === 0 ? "ts" : "js";
    const name = `@you/passwright-plugin-fold-${language}`;
    const short = `passwright-plugin-fold-${language}`;

    it(`a plugin in ${language} builds, passes its tests, and is planned into the example framework`, () => {
      const project = installAll();
      // All is installed around it here.
      expect(succeed(project, "passwright", "new", "plugin", name, ...flags)).not.to.contain("npm install");
      const folder = join(project, short);
      checkRanges(folder);
      expect(succeed(folder, "npm", "test")).to.match(/\b[1-9]\d* passing/);
      const plan = succeed(folder, "passwright", "plan");
      expect(plan).to.match(new RegExp(`fold-${language} +LateOptimization +${name} +before \`arith-expand\``));
      expect(succeed(folder, "passwright", "run")).to.contain("arith.addi");
      if (language === "ts") {
        const index = join(folder, "src/index.ts");
        edit(index, (text) => text.replace("reason:", "options: { limt: 3 }, reason:"));
        const mistyped = run(folder, "npm", "test");
        expect(mistyped.code).not.to.equal(0);
        expect(mistyped.out).to.contain("'limt' does not exist in type");
        edit(index, (text) => text.replace("options: { limt: 3 }, reason:", "reason:"));
      }
      // Another name in each language: the second is tried beside the first.
      const drop = `drop-${language}`;
      const variable = language === "ts" ? "dropTsPass" : "dropJsPass";
      succeed(folder, "passwright", "new", "pass", drop);
      // A manifest that was written before the code changed is reported by the generated test, and written again.
      if (language === "ts") succeed(folder, "npm", "run", "build");
      succeed(folder, "passwright", "manifest");
      edit(join(folder, `src/index.${language}`), (text) =>
        text.replace("insert: [", `insert: [\n    { pass: ${variable}, beforeType: PassType.Lowering },`),
      );
      const behind = run(folder, "npm", "test");
      expect(behind.code).not.to.equal(0);
      expect(behind.out).to.contain("generate it again: `passwright manifest`");
      succeed(folder, "passwright", "manifest");
      expect(succeed(folder, "npm", "test")).to.match(/\b[1-9]\d* passing/);
      expect(succeed(folder, "passwright", "plan")).to.contain(drop);
    });

    it(`a plugin in ${language} is packed as published, and found by its name`, async () => {
      const project = installAll();
      const folder = join(project, short);
      npm(folder, "pack", "--silent", "--ignore-scripts", "--pack-destination", project);
      const tarball = join(project, `you-${short}-0.1.0.tgz`);
      expect(await problemsOf(tarball)).to.deep.equal([]);
      const listed = succeed(project, "tar", "-tzf", tarball).trim().split("\n");
      expect(listed).to.include.members(["package/README.md", "package/package.json"]);
      expect(listed.filter((path) => /test|config|gitignore/.test(path))).to.deep.equal([]);
      succeed(project, "mkdir", "-p", `node_modules/${name}`);
      succeed(project, "tar", "-xzf", tarball, "-C", `node_modules/${name}`, "--strip-components=1");
      // The config of the example framework as a person changes it: one line more.
      edit(join(project, "node_modules/passwright-example-kiln/passwright.config.yaml"), (text) =>
        text.replace("plugins:\n", `plugins:\n  - "${name}"\n`),
      );
      const plan = succeed(join(project, "node_modules/passwright-example-kiln"), "passwright", "plan");
      expect(plan).to.contain(name).and.to.contain("passwright-plugin-memory");
    });

    it(`a framework in ${language} builds, passes its tests, is planned and run`, () => {
      const project = installAll();
      succeed(project, "passwright", "new", "framework", `pottery-${language}`, ...flags);
      const folder = join(project, `pottery-${language}`);
      checkRanges(folder);
      expect(succeed(folder, "npm", "test")).to.match(/3 passing/);
      const plan = succeed(folder, "passwright", "plan");
      expect(plan).to.match(new RegExp(`^pottery-${language} 0.1.0 · builtin.module · O1`));
      expect(plan).to.contain("./test/entry-points.js taps hook `isEntry`");
      // The hook was asked: what no plugin names as an entry is private and unused, and gone.
      expect(succeed(folder, "passwright", "run"))
        .to.contain("func.func @adds_zero")
        .and.not.to.contain("adds_one");
    });

    for (const [tool, neighbor] of [
      ["svgo", "convertColors"],
      ["unified", "rehype-slug"],
      ["postcss", "postcss-nested"],
      ["babel", "transform-exponentiation-operator"],
    ] as const) {
      it(`a plugin of ${tool} in ${language} builds, passes its tests, and is planned into the middle of its pipeline`, () => {
        const project = installAll();
        const own = `passwright-plugin-my-${tool}-${language}`;
        succeed(project, "passwright", "new", "plugin", own, "--for", tool, ...flags);
        const folder = join(project, own);
        checkRanges(folder);
        linkTools(folder);
        expect(succeed(folder, "npm", "test")).to.match(/18 passing/);
        expect(succeed(folder, "passwright", "plan")).to.match(
          new RegExp(` ${neighbor} .*\n +my-${tool}-${language} .* ${own} `),
        );
        expect(succeed(folder, "passwright", "run")).not.to.equal("");
        succeed(folder, "passwright", "new", "pass", "another");
        if (language === "ts") succeed(folder, "npm", "run", "build");
        succeed(folder, "passwright", "manifest");
        expect(succeed(folder, "passwright", "list", "passes")).to.match(/^ +another /m);
      });
    }
  }
});
