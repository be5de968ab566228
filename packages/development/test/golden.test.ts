import { expect } from "chai";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkGolden } from "@passwright/development";

describe("checkGolden", () => {
  let folder: string;
  let testUrl: string;
  const { UPDATE_GOLDEN: updating } = process.env;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "golden-"));
    testUrl = pathToFileURL(join(folder, "dist-test", "some.test.js")).href;
    delete process.env["UPDATE_GOLDEN"];
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
    if (updating !== undefined) process.env["UPDATE_GOLDEN"] = updating;
  });

  it("accepts an equal text and refuses any other, showing both", () => {
    mkdirSync(join(folder, "test", "golden"), { recursive: true });
    writeFileSync(join(folder, "test", "golden", "plan.txt"), "one\n");
    checkGolden("one\n", "plan.txt", testUrl);
    expect(() => checkGolden("two\n", "plan.txt", testUrl))
      .to.throw(/plan\.txt; if that is right, run npm run golden$/)
      .that.includes({ expected: "one\n", actual: "two\n" });
  });

  it("prints how to make a missing file", () => {
    expect(() => checkGolden("one\n", "plan.txt", testUrl)).to.throw(
      /there is no .*plan\.txt; npm run golden writes it$/,
    );
  });

  it("writes the file with UPDATE_GOLDEN=1", () => {
    process.env["UPDATE_GOLDEN"] = "1";
    checkGolden("one\n", "deep/plan.txt", testUrl);
    delete process.env["UPDATE_GOLDEN"];
    expect(readFileSync(join(folder, "test", "golden", "deep", "plan.txt"), "utf8")).to.equal("one\n");
  });
});
