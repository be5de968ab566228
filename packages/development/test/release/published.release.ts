import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { expect } from "chai";
import { publicPackages, root } from "./packages.ts";
import { problemsOf } from "./publint-problems.ts";
import { filesIn, tarballOf, textIn } from "./tarball.ts";

/**
 * Kinds of resolution that the packages do not support. The packages support `require` of an ES module, for which
 * TypeScript has types since version 5.8.
 */
const NOT_SUPPORTED = ["node10", "node16-cjs"];

const REPOSITORY = "https://github.com/passwright/passwright";

/** Matches files that must not be published: sources, tests, maps, golden files and build states. */
const UNWANTED =
  /(?:^|\/)(?:src|test|dist-test|golden|node_modules)\/|\.tsbuildinfo$|\.test\.|\.map$|\.api\.md$|\.golden/;

/** Folders of a package that contain other packages: templates, and examples of errors. */
const CONTAINS_PACKAGES = /^(?:templates|bad-plugins)\//;

/** Returns the paths in the exports and programs of a manifest. */
function namedIn(value: unknown): string[] {
  if (typeof value === "string") return [value.replace(/^\.\//, "")];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(namedIn) : [];
}

/**
 * Returns whether a built file has a source. On the machine of a developer, an earlier build can have left files whose
 * source no longer exists.
 */
function hasSource(folder: string, path: string): boolean {
  if (!path.startsWith("dist/") || process.env["CI"] !== "true") return true;
  const source = path.replace(/^dist\//, "src/").replace(/\.(?:d\.ts|js)$/, "");
  return [".ts", ".tsx"].some((extension) => existsSync(join(root, folder, source + extension)));
}

describe("published packages", () => {
  const packages = publicPackages();
  const versions = new Map(packages.map(({ manifest }) => [manifest.name, manifest.version]));

  for (const { folder, manifest } of packages) {
    const { name } = manifest;

    it(`${name}: what the manifest names, README and licence; nothing that users do not need`, () => {
      const tarball = tarballOf(manifest);
      const files = filesIn(tarball);
      const named = [...namedIn(manifest.exports), ...namedIn(manifest.bin)];
      expect({
        missing: ["README.md", "LICENSE", ...named].filter((path) => !files.includes(path)),
        unwanted: files.filter((path) => UNWANTED.test(path) && !CONTAINS_PACKAGES.test(path)),
        strays: files.filter((path) => !hasSource(folder, path)),
      }).to.deep.equal({ missing: [], unwanted: [], strays: [] });
      expect(textIn(tarball, "LICENSE")).to.equal(readFileSync(join(root, "LICENSE"), "utf8"));
    });

    it(`${name}: where it comes from, and how it is published`, () => {
      const { homepage, repository, bugs, publishConfig, scripts = {} } = manifest;
      expect({ homepage, repository, bugs, publishConfig }).to.deep.equal({
        homepage: `${REPOSITORY}/tree/main/${folder}#readme`,
        repository: { type: "git", url: `git+${REPOSITORY}.git`, directory: folder },
        bugs: `${REPOSITORY}/issues`,
        publishConfig: { access: "public", provenance: true },
      });
      expect(Object.keys(scripts as object).filter((script) => /install/.test(script))).to.deep.equal([]);
    });

    it(`${name}: all packages of this repository that it needs are published, in the same version`, () => {
      const needed = Object.entries(manifest.dependencies ?? {}).filter(([one]) =>
        /^(@passwright\/|passwright-)/.test(one),
      );
      expect(needed).to.deep.equal(needed.map(([one]) => [one, versions.get(one)]));
    });

    it(`${name}: nothing that publint finds`, async () => {
      expect(await problemsOf(tarballOf(manifest))).to.deep.equal([]);
    });

    it(`${name}: types that are not wrong`, async () => {
      // Stylesheets and pages are not modules.
      const excludeEntrypoints = Object.keys(manifest.exports ?? {}).filter((path) => /\.(?:css|html)$/.test(path));
      const tarball = new Uint8Array(readFileSync(tarballOf(manifest)));
      const result = await checkPackage(createPackageFromTarballData(tarball), { excludeEntrypoints });
      expect(result.types, "types").not.to.equal(false);
      const problems = result.types === false ? [] : result.problems;
      const supported = problems.filter(
        (problem) =>
          !("resolutionKind" in problem && NOT_SUPPORTED.includes(problem.resolutionKind)) &&
          !("moduleSpecifier" in problem && problem.moduleSpecifier.endsWith(".css")),
      );
      expect(supported).to.deep.equal([]);
    });
  }
});
