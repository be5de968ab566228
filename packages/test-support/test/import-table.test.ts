import { expect } from "chai";
import { fileURLToPath } from "node:url";
import { checkImports, readWorkspaces, type Workspace } from "@passwright/test-support";

const root = fileURLToPath(new URL("../../../", import.meta.url));

describe("import table", () => {
  it("holds for every source file of the repository", () => {
    const workspaces = readWorkspaces(root);
    expect(workspaces.map(({ folder }) => folder)).to.include.members(["packages/core", "plugins/transforms"]);
    expect(workspaces.flatMap(({ sources }) => sources).length).to.be.greaterThan(10);
    expect(checkImports(workspaces)).to.deep.equal([]);
  });

  it("names file, line and specifier of what is not allowed", () => {
    expect(checkImports(badWorkspaces)).to.deep.equal([
      'packages/core/src/a.ts:1: "node:fs": no Node here',
      'packages/core/src/a.ts:3: "@passwright/ir": packages/core may not import @passwright/ir',
      'packages/core/src/a.ts:4: "fs": a Node module is written with node:',
      'packages/core/src/a.ts:5: "left-pad": packages/core may not import left-pad',
      'packages/core/src/a.ts:6: "../../ir/src/x.ts": leaves the package\'s src/',
      'packages/core/src/a.ts:7: "./b.js": a file is imported with its ending .ts',
      'packages/sdk/src/a.ts:2: "@passwright/graph": packages/sdk may not import @passwright/graph',
      'packages/sdk/src/a.ts:3: "@passwright/core/dist/pass.js": reaches into another package',
      'packages/sdk/src/a.ts:4: "@passwright/builder": @passwright/builder is not a dependency in package.json',
      'plugins/p/src/a.ts:1: "@passwright/loader": plugins/p may not import @passwright/loader',
      'plugins/p/src/a.ts:2: "@passwright/builder": plugins/p may not import @passwright/builder',
      'plugins/p/src/a.ts:4: "undeclared": undeclared is not a dependency in package.json',
      'plugins/p/src/a.ts:7: "@passwright/ir/dist/parse.js": reaches into another package',
      'packages/attic/src/a.ts:1: "@passwright/core": packages/attic is not in the import table',
    ]);
  });
});

const badWorkspaces: readonly Workspace[] = [
  workspace(
    "packages/core",
    ["left-pad", "@passwright/ir"],
    [
      'import { readFileSync } from "node:fs";',
      "import {",
      '} from "./fine.ts"; import { Op } from "@passwright/ir";',
      'const fs = require("fs");',
      'const lazily = import("left-pad");',
      'export type { X } from "../../ir/src/x.ts";',
      'import "./b.js";',
      '// import "node:fs"; in a comment',
      '/* import { a } from "node:fs"; */',
      'const text = "import x";',
    ],
  ),
  workspace(
    "packages/sdk",
    ["@passwright/core", "@passwright/graph"],
    [
      'import { type Graph } from "@passwright/graph";',
      'import { type Graph, draw } from "@passwright/graph";',
      'import { Pass } from "@passwright/core/dist/pass.js";',
      'export { PassManagerBuilder } from "@passwright/builder";',
    ],
  ),
  workspace(
    "plugins/p",
    ["declared", "@passwright/sdk", "@passwright/ir"],
    [
      'import { load } from "@passwright/loader";',
      'import type { PassManagerBuilder } from "@passwright/builder";',
      'import declared from "declared/sub/path.js";',
      'import undeclared from "undeclared";',
      'import { definePass } from "@passwright/sdk";',
      'import { type Store } from "@passwright/ir/store";',
      'import { parse } from "@passwright/ir/dist/parse.js";',
    ],
  ),
  workspace("packages/ir", [], [], ["./store"]),
  workspace("packages/attic", ["@passwright/core"], ['import "@passwright/core";']),
];

function workspace(
  folder: string,
  dependencies: readonly string[],
  lines: readonly string[],
  exports: readonly string[] = [],
): Workspace {
  const name = `@passwright/${folder.split("/").at(-1)}`;
  return {
    folder,
    name,
    exports: new Set([".", ...exports]),
    dependencies: new Set(dependencies),
    sources: [{ path: `${folder}/src/a.ts`, text: lines.join("\n") }],
  };
}
