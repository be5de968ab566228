import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { runProgram } from "./fake-terminal.ts";

const config = fileURLToPath(new URL("typed-config.js", import.meta.url));

describe("a config from defineConfig with the type of its framework", () => {
  it("is planned", async () => {
    const { out, err, code } = await runProgram(main, ["plan", "-c", config], { cwd: "." });
    expect({ err, code }).to.deep.equal({ err: "", code: 0 });
    expect(out)
      .to.contain("strength-reduce")
      .and.to.contain("at extension point `checks.end`: checks contain divisions");
  });
});
