import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { manifestIn, publicPackages, root } from "./packages.ts";
import { projectWith, run, succeed, write } from "./project.ts";

const consumers = fileURLToPath(new URL("../../test/release/consumers/", import.meta.url));

const TYPESCRIPT = {
  oldest: join(root, "packages/development/node_modules/typescript"),
  newest: join(root, "node_modules/typescript"),
};

/**
 * All specifiers that Node can import: packages and their exported paths, except data files and the page of the viewer,
 * which runs in browsers.
 */
const specifiers = publicPackages().flatMap(({ manifest }) =>
  Object.keys(manifest.exports ?? {})
    .filter((path) => !/\.(?:json|css|html)$/.test(path) && path !== "./page")
    .map((path) => manifest.name + path.slice(1)),
);

const RESOLUTIONS = {
  nodenext: { module: "nodenext" },
  node16: { module: "node16" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

describe("consumers of published packages", () => {
  let project: string;

  before("install all packages without optional peers", () => {
    // Installs Babel 7, as in a project with Babel 7. Otherwise, npm installs the newest Babel as a peer dependency,
    // which is Babel 8 on Node 22.
    const babel = ["@babel/core@7", "@babel/generator@7", "@babel/preset-env@7"];
    project = projectWith(...publicPackages().map(({ manifest }) => manifest.name), ...babel, "@types/node@20");
  });

  function runScript(name: string, code: string): string {
    writeFileSync(join(project, name), code);
    return succeed(project, process.execPath, name);
  }

  /** Returns the errors of TypeScript in a consumer with these types in addition to the imported types. */
  function compile(typescript: string, file: string, resolution: object, types: readonly string[]): string {
    copyFileSync(join(consumers, file), join(project, file));
    const compilerOptions = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      target: "es2022",
      lib: ["es2023"],
      types,
      ...resolution,
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
    return run(project, process.execPath, join(typescript, "bin/tsc"), "-p", project).out;
  }

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
    // Node 20.19 prints a warning that `require` of ES modules is experimental. The warning contains the position of
    // the call.
    expect(required.replaceAll(/^\(.*\n/gm, "")).to.equal(imported);
  });

  it("run the programs that were installed", () => {
    write(project, { "in.mlir": "func.func @f() {\n  return\n}\n" });
    const bin = (name: string): string => join(project, "node_modules/.bin", name);
    expect(succeed(project, bin("passwright"), "--version")).to.match(/^passwright \d/);
    expect(succeed(project, bin("passwright-opt"), "-cse", "in.mlir")).to.contain("func.func @f()");
  });

  for (const [age, typescript] of Object.entries(TYPESCRIPT)) {
    for (const [resolution, options] of Object.entries(RESOLUTIONS)) {
      it(`are typed by the ${age} TypeScript with ${resolution}, without a check left out`, () => {
        expect(compile(typescript, "library.mts", options, [])).to.equal("");
      });
    }

    it(`are typed by the ${age} TypeScript for programs of Node, and where CommonJS imports them`, () => {
      expect(compile(typescript, "tools.mts", RESOLUTIONS.nodenext, ["node"])).to.equal("");
      expect(compile(typescript, "commonjs-import.cts", RESOLUTIONS.node16, [])).to.equal("");
    });
  }

  it("are typed in CommonJS by the newest TypeScript", () => {
    expect(compile(TYPESCRIPT.newest, "commonjs.cts", RESOLUTIONS.nodenext, [])).to.equal("");
  });

  it("the oldest TypeScript is the one that CONTRIBUTING.md names", () => {
    expect(manifestIn(TYPESCRIPT.oldest).version).to.match(/^5\.4\./);
    expect(readFileSync(join(root, "CONTRIBUTING.md"), "utf8")).to.contain("TypeScript 5.4");
  });
});
