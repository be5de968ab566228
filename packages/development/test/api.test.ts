import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findEntryPoints, reportPath } from "@passwright/development/documentation";
import { childEnvironment, describeLong } from "@passwright/development";
import { expect } from "chai";

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");

describe("API reports", () => {
  it("are there for every published package", () => {
    expect(findEntryPoints().map(({ name }) => name)).to.include.members(["core", "ir", "ir-store", "sdk", "testing"]);
  });

  it("show no export and no member without a docstring", () => {
    const bare = findEntryPoints().flatMap((entry) =>
      Array.from(
        read(reportPath(entry)).matchAll(/\(undocumented\)\n(.*)/g),
        ([, what = ""]) => `${reportPath(entry)}: ${what.trim()}`,
      ),
    );
    expect(bare).to.deep.equal([]);
  });
});

describeLong("output that is made from the declarations", () => {
  for (const entry of findEntryPoints()) {
    it(`${reportPath(entry)} is current`, async () => {
      // The import takes a second, and only this suite needs it.
      const { makeApiReport } = await import("../dist/documentation/api/api-report.js");
      expect(makeApiReport(entry), "npm run docs writes it anew").to.equal(read(reportPath(entry)));
    });
  }

  it("the API reference builds without a warning", () => {
    const cwd = fileURLToPath(new URL("packages/development/", ROOT));
    const typedoc = createRequire(import.meta.url).resolve("typedoc/package.json");
    const program = join(typedoc, "../bin/typedoc");
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, "--emit", "none"], {
      cwd,
      encoding: "utf8",
      env: childEnvironment(),
    });
    expect({ status, out: stdout + stderr }).to.deep.equal({ status: 0, out: "" });
  });
});
