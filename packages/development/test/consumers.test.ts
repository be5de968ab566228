import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment, describeLong } from "@passwright/development";
import { installAll, publicPackages, root } from "./packed.ts";

const consumers = fileURLToPath(new URL("../test/consumers/", import.meta.url));
const oldest = join(root, "packages/development/node_modules/typescript");
const newest = join(root, "node_modules/typescript");

/** Everything that can be imported: packages, and the paths that they export. */
const specifiers = publicPackages().flatMap(({ manifest }) =>
  Object.keys(manifest.exports ?? {})
    .filter((path) => !path.endsWith(".json"))
    .map((path) => manifest.name + path.slice(1)),
);

function runScript(name: string, code: string): string {
  const file = join(installAll(), name);
  writeFileSync(file, code);
  return execFileSync(process.execPath, [file], { encoding: "utf8", env: childEnvironment() });
}

/** What TypeScript says of a consumer, which has these types besides those that it imports. */
function compile(typescript: string, file: string, types: readonly string[]): string {
  const project = installAll();
  copyFileSync(join(consumers, file), join(project, file));
  const compilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: "es2022",
    lib: ["es2023"],
    module: "nodenext",
    types,
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
  const argv = [join(typescript, "bin/tsc"), "-p", project];
  const done = spawnSync(process.execPath, argv, { cwd: project, encoding: "utf8", env: childEnvironment() });
  return done.stdout + done.stderr;
}

/** `npm ci` puts the oldest TypeScript into the folder of this workspace; a copy of the top node_modules alone lacks it. */
function skipWithoutOldest(test: Mocha.Context, typescript: string): void {
  if (!existsSync(typescript) && process.env["CI"] !== "true") test.skip();
}

function versionOf(typescript: string): string {
  return (JSON.parse(readFileSync(join(typescript, "package.json"), "utf8")) as { version: string }).version;
}

describeLong("consumers of the packed packages", () => {
  it("import them as ES modules and require them from CommonJS, and get the same", () => {
    const list = JSON.stringify(specifiers);
    const imported = runScript(
      "import.mjs",
      `for (const name of ${list}) console.log(name, Object.keys(await import(name)).sort().join());`,
    );
    const required = runScript(
      "require.cjs",
      `for (const name of ${list}) console.log(name, Object.keys(require(name)).filter((key) => key !== "__esModule").sort().join());`,
    );
    expect(imported.trim().split("\n").length).to.equal(specifiers.length);
    expect(required).to.equal(imported);
  });

  it("run the programs that were installed", () => {
    const bin = (name: string, ...argv: readonly string[]): string =>
      execFileSync(join(installAll(), "node_modules/.bin", name), argv, {
        cwd: join(installAll(), "node_modules/passwright-example-kiln"),
        encoding: "utf8",
        env: childEnvironment(),
        input: "func.func @f() {\n  return\n}\n",
      });
    expect(bin("passwright", "--version")).to.match(/^passwright \d/);
    expect(bin("passwright-opt", "-cse")).to.contain("func.func @f()");
  });

  for (const [what, typescript] of [
    ["oldest", oldest],
    ["newest", newest],
  ] as const) {
    it(`are typed by the ${what} TypeScript, without a check left out`, function () {
      skipWithoutOldest(this, typescript);
      expect(compile(typescript, "library.mts", [])).to.equal("");
      expect(compile(typescript, "tools.mts", ["node"])).to.equal("");
    });
  }

  it("are typed in CommonJS by the newest TypeScript", () => {
    expect(compile(newest, "commonjs.cts", [])).to.equal("");
  });

  it("the oldest is the one that CONTRIBUTING.md names", function () {
    skipWithoutOldest(this, oldest);
    expect(versionOf(oldest)).to.match(/^5\.4\./);
    expect(readFileSync(join(root, "CONTRIBUTING.md"), "utf8")).to.contain("TypeScript 5.4");
  });
});
