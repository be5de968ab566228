import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import { checkApiRange } from "@passwright/loader";

const who = { name: "plugin-mint 0.3.0", at: { file: "package.json", line: 6, column: 5 } };

describe("checkApiRange", () => {
  const accepted: [string, string][] = [
    ["^1.0.0", "1.0.0"],
    ["^1.0.0", "1.9.3"],
    [">=1.0.0 <3.0.0", "2.4.0"],
    ["*", "7.0.0"],
    // A prerelease counts as the release that follows it.
    ["^1.0.0", "1.3.0-beta.1"],
    ["1.x || 2.x", "2.0.0-rc.1"],
  ];
  for (const [range, version] of accepted) {
    it(`accepts API ${version} for ${range}`, async () => {
      expect(await checkApiRange(range, version, who)).to.equal(undefined);
    });
  }

  const refused: [string, string, string][] = [
    ["^1.0.0", "2.0.0", "`plugin-mint 0.3.0` requires an older plugin API"],
    ["^0.9.0", "1.0.0", "`plugin-mint 0.3.0` requires an older plugin API"],
    ["^2.0.0", "1.0.0", "the installed version of Passwright has an older plugin API"],
    [">=1.0.0 <2.0.0", "2.0.0-alpha.1", "`plugin-mint 0.3.0` requires an older plugin API"],
    ["^1.3.0", "1.3.0-beta.1", "the installed version of Passwright has an older plugin API"],
    ["<1.0.0 || >1.0.0", "1.0.0", "version 1.0.0 is not in the range <1.0.0 || >1.0.0"],
  ];
  for (const [range, version, side] of refused) {
    it(`refuses API ${version} for ${range}`, async () => {
      expect((await checkApiRange(range, version, who))?.notes?.[0]?.message).to.equal(side);
    });
  }

  it("contains both versions, the older side, and the next step", async () => {
    const diagnostic = await checkApiRange("^2.0.0", "1.4.0", who);
    expect(diagnostic === undefined ? "" : renderDiagnostic(diagnostic)).to.equal(
      `error[PWL0107]: \`plugin-mint 0.3.0\` requires plugin API ^2.0.0, but version 1.4.0 is installed
  --> plugin plugin-mint 0.3.0, package.json:6:5
   = the installed version of Passwright has an older plugin API
   = the code of the package was not run
help: install a newer version of Passwright`,
    );
  });

  it("refuses an invalid range", async () => {
    const diagnostic = await checkApiRange("latest", "1.4.0", who);
    expect(diagnostic === undefined ? "" : renderDiagnostic(diagnostic)).to.equal(
      `error[PWL0106]: \`api\` must be a version range, not "latest"
  --> plugin plugin-mint 0.3.0, package.json:6:5
   = installed version of the plugin API: 1.4.0
help: write a version range, for example \`"api": "^1.4.0"\``,
    );
  });
});
