import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";

const config = (options: string): string =>
  `pipeline: [{ pass: canonicalize, options: ${options} }]\nplugins: ["@passwright/plugin-transforms"]\n`;

describe("options of passes", () => {
  it("are written by every command as the textual pipeline writes them", async () => {
    const { passwright } = makeWorkplace({
      "passwright.config.yaml": config("{ top-down: false, disable-patterns: [one, two] }"),
      "other.yaml": config("{ max-iterations: 3 }"),
    });
    const text = "{disable-patterns={one,two} top-down=false}";
    expect(await passwright("plan", "--format", "mlir")).to.contain(`builtin.module(canonicalize${text})\n`);
    expect(await passwright("plan")).to.contain(`  canonicalize{…}  `);
    expect(await passwright("explain")).to.contain(`\n    options  ${text}\n`);
    expect(await passwright("plan", "-c", "other.yaml")).to.contain("  canonicalize{max-iterations=3}  ");
    expect(await passwright("diff", ".", "other.yaml")).to.contain(
      `\n\`canonicalize\`: options ${text} are now {max-iterations=3}\n`,
    );
  });

  it("in another order are not a difference", async () => {
    const { passwright } = makeWorkplace({
      "passwright.config.yaml": config("{ top-down: false, max-iterations: 3 }"),
      "other.yaml": config("{ max-iterations: 3, top-down: false }"),
    });
    expect(await passwright("diff", ".", "other.yaml")).to.not.contain("options");
  });
});
