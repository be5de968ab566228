import { posix, win32 } from "node:path";
import { expect } from "chai";
import { baseOf, patternOf } from "../dist/input/patterns.js";
import { locationFilter } from "../dist/opt/instruments.js";

describe("patterns of inputs", () => {
  it("separate folders with the separator of the system, too", () => {
    expect(patternOf("in\\deep\\*.svg", win32)).to.equal("in/deep/*.svg");
    expect(patternOf("C:\\in\\*.svg", win32)).to.equal("C:/in/*.svg");
    expect(patternOf("in/\\*.svg", posix)).to.equal("in/\\*.svg");
  });

  it("have the folder before the first special character", () => {
    const bases = { "in/**/a.svg": "in/", "*.svg": ".", "/*.svg": "/", "C:/*.svg": "C:/", "in/{a,b}/c.svg": "in/" };
    for (const [pattern, base] of Object.entries(bases)) expect(baseOf(pattern), pattern).to.equal(base);
  });
});

describe("positions in the filter of actions", () => {
  const accepts = (text: string, file: string): boolean =>
    locationFilter(text, { locationOf: () => ({ file, line: 3, column: 4 }) } as never)({} as never);

  it("may have the drive of a file", () => {
    for (const text of ["C:\\a\\b.mlir", "C:\\a\\b.mlir:3", "C:\\a\\b.mlir:3:4"])
      expect(accepts(text, "C:\\a\\b.mlir"), text).to.equal(true);
    expect(accepts("C:\\a\\b.mlir:4", "C:\\a\\b.mlir")).to.equal(false);
    expect(accepts("C:/a/b.mlir:3", "C:/a/b.mlir")).to.equal(true);
  });

  it("are invalid with another colon", () => {
    expect(accepts("c:a.mlir:3", "c:a.mlir")).to.equal(false);
    expect(accepts("a.mlir:3", "a.mlir")).to.equal(true);
  });
});
