import { expect } from "chai";
import { folderOf } from "../dist/contributions/contributor.js";

const folderIn = (place: string): string | undefined =>
  folderOf(`Error: no\n    at f (${place}:3:4)\n    at g (/other/b.js:1:1)`);

describe("the folder of code in a stack trace", () => {
  it("is that of the first frame, on each system", () => {
    expect(folderIn("/srv/a/b.js")).to.equal("/srv/a/");
    expect(folderIn("file:///C:/work/a/b.js")).to.equal("file:///C:/work/a/");
    expect(folderIn("C:\\work\\a\\b.js")).to.equal("C:\\work\\a\\");
    expect(folderOf("Error: no")).to.equal(undefined);
  });
});
