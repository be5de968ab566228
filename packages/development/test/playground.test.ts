import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";

import { makeTemporaryFolder } from "@passwright/development";
import { ROOT } from "@passwright/development/documentation";

describe("the playground", () => {
  it("is bundled for browsers, so nothing in it needs a module of Node", async () => {
    const out = join(makeTemporaryFolder(), "play");
    const { buildPlayground } = (await import(pathToFileURL(join(ROOT, "site/playground/build.mjs")).href)) as {
      buildPlayground(out: string): Promise<void>;
    };
    await buildPlayground(out);
    expect(readdirSync(out).sort()).to.deep.equal(["engine.js", "frame.html", "index.html", "page.css", "page.js"]);
  });
});
