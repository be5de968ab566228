import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { globSync } from "tinyglobby";
import { describeLong } from "@passwright/development";
import { packAll, publicPackages, root } from "./packed.ts";
import type { Packed } from "./packed.ts";

/** Whether an entry of `files` matches any file of a package. */
function isMatched(entry: string, folder: string, files: readonly string[]): boolean {
  const matches = new Set(globSync(entry, { cwd: folder, dot: true }));
  return files.some((path) => matches.has(path) || path.startsWith(`${entry}/`));
}

/** The paths that a manifest's exports and programs name. */
function namedIn(value: unknown): string[] {
  if (typeof value === "string") return [value.replace(/^\.\//, "")];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(namedIn) : [];
}

/** Built files without their source. On the machine of a developer an earlier build may have left some behind. */
function strays({ files }: Packed): string[] {
  if (process.env["CI"] !== "true") return [];
  return files
    .filter((path) => path.startsWith("dist/"))
    .filter((path) => {
      const source = path.replace(/^dist\//, "src/").replace(/\.(?:d\.ts|js)(?:\.map)?$/, ".ts");
      return !files.includes(source);
    });
}

describeLong("packed packages", () => {
  for (const { manifest } of publicPackages()) {
    const { name } = manifest;
    it(`of ${name}: what it names, README and licence; no tests, no state of a build`, () => {
      const found = packAll().find((one) => one.manifest.name === name) as Packed;
      const { files, folder } = found;
      const missing = ["README.md", "LICENSE", ...namedIn(manifest.exports), ...namedIn(manifest.bin)].filter(
        (path) => !files.includes(path),
      );
      const unwanted = files.filter((path) =>
        /(^|\/)(test|dist-test|node_modules)\/|\.tsbuildinfo$|\.test\./.test(path),
      );
      const empty = (manifest.files ?? []).filter(
        (entry) => !entry.startsWith("!") && !isMatched(entry, folder, files),
      );
      // Packages that a package brings, to generate others and to show what is wrong in them, have test folders of their own.
      const really = unwanted.filter((path) => !/^(templates|bad-plugins)\//.test(path));
      expect({ missing, unwanted: really, empty, strays: strays(found) }).to.deep.equal({
        missing: [],
        unwanted: [],
        empty: [],
        strays: [],
      });
      expect(readFileSync(join(folder, "LICENSE"), "utf8")).to.equal(readFileSync(join(root, "LICENSE"), "utf8"));
    });

    it(`of ${name}: everything of this repository that it needs is packed, too, in the same version`, () => {
      const all = new Map(publicPackages().map((one) => [one.manifest.name, one.manifest.version]));
      const needs = Object.entries({ ...(manifest["dependencies"] as object) }) as [string, string][];
      const ours = needs.filter(([one]) => /^(@passwright\/|passwright-)/.test(one));
      expect(ours).to.deep.equal(ours.map(([one]) => [one, all.get(one)]));
    });
  }
});
