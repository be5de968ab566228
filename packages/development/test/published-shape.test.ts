import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { expect } from "chai";
import { describeLong } from "@passwright/development";
import { problemsOf } from "./publint-problems.ts";
import { packAll, publicPackages } from "./packed.ts";
import type { Packed } from "./packed.ts";

/** Node 10 and CommonJS by copy are not supported: `require` of an ES module is, which types say since TypeScript 5.8. */
const NOT_SUPPORTED = ["node10", "node16-cjs"];

describeLong("the shape of published packages", () => {
  for (const { manifest } of publicPackages()) {
    const find = (): Packed => packAll().find((one) => one.manifest.name === manifest.name) as Packed;

    it(`of ${manifest.name} has nothing that publint finds`, async () => {
      expect(await problemsOf(find().tarball)).to.deep.equal([]);
    });

    it(`of ${manifest.name} has types that are not wrong`, async () => {
      const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(find().tarball))));
      expect(result.types, "types").not.to.equal(false);
      const problems = result.types === false ? [] : result.problems;
      const supported = problems.filter(
        (problem) => !("resolutionKind" in problem && NOT_SUPPORTED.includes(problem.resolutionKind)),
      );
      expect(supported).to.deep.equal([]);
    });
  }
});
