import { join } from "node:path";
import { expect } from "chai";
import { makeTemporaryFolder } from "@passwright/development";
import { edit, passwright, run, succeed } from "./project.ts";

export type Language = "ts" | "js";

export const LANGUAGES: readonly Language[] = ["ts", "js"];

/** Commands of a package manager that users type. */
export interface Manager {
  readonly name: string;
  /** Runs `passwright` of the newest version in a folder without a project. */
  create(folder: string, ...argv: readonly string[]): string;
  install(folder: string): void;
  test(folder: string): string;
}

export const npm: Manager = {
  name: "npm",
  create: (folder, ...argv) => succeed(folder, "npx", "-p", "@passwright/cli", "passwright", "new", ...argv),
  install: (folder) => void succeed(folder, "npm", "install"),
  test: (folder) => succeed(folder, "npm", "test"),
};

/** Creates a package in an empty folder, installs its dependencies, and returns the folder of the package. */
export function scaffold(
  manager: Manager,
  language: Language,
  kind: string,
  name: string,
  ...flags: readonly string[]
): string {
  const folder = makeTemporaryFolder();
  const shown = manager.create(folder, kind, name, ...(language === "js" ? ["--js"] : []), ...flags);
  const short = name.replace(/^@[^/]*\//, "");
  expect(shown).to.contain(`cd ${short}`).and.to.contain("npm install");
  const made = join(folder, short);
  manager.install(made);
  return made;
}

/** Checks that a generated plugin builds, passes its tests, and is planned into its example framework. */
export function tryPlugin(manager: Manager, language: Language): string {
  const name = "@you/passwright-plugin-fold";
  const folder = scaffold(manager, language, "plugin", name);
  expect(manager.test(folder)).to.match(/\b[1-9]\d* passing/);
  expect(passwright(folder, "plan")).to.match(new RegExp(`fold +LateOptimization +${name}`));
  expect(passwright(folder, "run")).to.contain("arith.addi");
  return folder;
}

/** Registers a pass of `passwright new pass`, as the command prints it. */
export function registerPass(folder: string, language: Language, name: string): void {
  edit(join(folder, `src/index.${language}`), (text) => {
    const added = text.replace(/^( *passes: \[)/m, `$1${name}Pass, `);
    return `import { ${name}Pass } from "./passes/${name}.${language}";\n${added}`;
  });
}

/** Adds a pass to a generated plugin. */
export function growPlugin(manager: Manager, language: Language, folder: string): void {
  passwright(folder, "new", "pass", "drop");
  registerPass(folder, language, "drop");
  // Expects that the generated test refuses a manifest that is older than the code, until the manifest is written
  // again.
  if (language === "ts") succeed(folder, "npm", "run", "build");
  passwright(folder, "manifest");
  const index = join(folder, `src/index.${language}`);
  edit(index, (text) => text.replace("insert: [", "insert: [\n    { pass: dropPass, beforeType: PassType.Lowering },"));
  const behind = run(folder, "npm", "test");
  expect(behind.code).not.to.equal(0);
  expect(behind.out).to.contain("update the manifest with `passwright manifest`");
  passwright(folder, "manifest");
  expect(manager.test(folder)).to.match(/\b[1-9]\d* passing/);
  expect(passwright(folder, "plan")).to.contain("drop");
}

/** Checks that a generated framework builds, passes its tests, is planned, and runs. */
export function tryFramework(manager: Manager, language: Language): string {
  const folder = scaffold(manager, language, "framework", "pottery");
  expect(manager.test(folder)).to.match(/3 passing/);
  const plan = passwright(folder, "plan");
  expect(plan).to.match(/^pottery 0\.1\.0 · builtin\.module · O1/);
  expect(plan).to.contain("./test/entry-points.js taps hook `isEntry`");
  // Shows that the hook was called: functions that no plugin names as entries are private, unused, and therefore
  // removed.
  expect(passwright(folder, "run")).to.contain("func.func @adds_zero").and.not.to.contain("adds_one");
  return folder;
}
