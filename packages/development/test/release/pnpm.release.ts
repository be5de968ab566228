import { join } from "node:path";
import { root } from "./packages.ts";
import { succeed } from "./project.ts";
import { tryFramework, tryPlugin } from "./scaffold.ts";
import type { Manager } from "./scaffold.ts";

const run = (folder: string, ...argv: readonly string[]): string =>
  succeed(folder, join(root, "node_modules/.bin/pnpm"), ...argv);

const pnpm: Manager = {
  name: "pnpm",
  create: (folder, ...argv) => run(folder, "--package=@passwright/cli", "dlx", "passwright", "new", ...argv),
  install: (folder) => void run(folder, "install"),
  test: (folder) => run(folder, "test"),
};

describe("new packages, with pnpm", () => {
  it("a plugin in TypeScript builds, passes its tests, is planned and run", () => void tryPlugin(pnpm, "ts"));

  it("a framework in JavaScript passes its tests, is planned and run", () => void tryFramework(pnpm, "js"));
});
