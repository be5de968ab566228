import { hasControlCharacters } from "@passwright/core";
import { hostileText } from "@passwright/development";
import { expect } from "chai";
import * as fc from "fast-check";
import { makeWorkplace } from "./workplace.ts";

/** Returns a plugin with a hostile text in every position for text. */
function hostilePlugin(text: string): string {
  const quoted = JSON.stringify(text);
  return `import { definePass, definePlugin, int, string } from "@passwright/sdk";
const text = ${quoted};
const sugar = definePass({
  name: "sugar", anchor: "tea", summary: text, description: text, statistics: { grains: text },
  options: { how: string("", text), size: int(1, text) },
  runOnOperation(op, pass) {
    pass.statistics.grains.add(1);
    pass.emitWarning(text);
    throw new Error(text);
  },
});
export default definePlugin({
  passes: [sugar],
  lacks: text,
  options: { much: int(1, text) },
  setup(b) {
    b.addAfter("boil", sugar, { reason: text || "none", options: { size: 2 } });
    b.rule("pour").weak.after("boil", { reason: text || "none" });
    b.addAfter("nowhere" , sugar, { reason: text || "none", onMissing: "skip" });
  },
});
`;
}

const COMMANDS = [
  ["plan"],
  ["explain"],
  ["explain", "sugar"],
  ["explain", "--where", "sugar"],
  ["explain", "--without", "./bad.js"],
  ["list"],
  ["doc", "sugar"],
  ["check"],
  ["lock"],
  ["diff"],
  ["plan", "--json"],
  ["explain", "--json"],
  ["explain", "--where", "sugar", "--json"],
  ["list", "--json"],
  ["doc", "sugar", "--json"],
  ["check", "--json"],
  ["lock", "--json"],
  ["diff", "--json"],
] as const;

describe("texts of plugins with control characters", () => {
  it("reach the terminal escaped, from every command", async () => {
    const texts = [
      "\u001b[31mred\u001b]0;title\u0007",
      "one\nerror[made-up]: two",
      "a\u009b2J\u202eb\u2028c\rd\te",
      ...fc.sample(hostileText(), 3),
    ];
    for (const text of texts) {
      const files = {
        "bad.js": hostilePlugin(text),
        "passwright.config.yaml": "framework: kettle\nplugins: [./bad.js]\n",
      };
      const { passwright } = makeWorkplace(files, ["kettle"]);
      for (const command of COMMANDS) {
        const shown = await passwright(...command);
        const name = `${command.join(" ")} with ${JSON.stringify(text)}`;
        expect(shown.split("\n").filter(hasControlCharacters), name).to.deep.equal([]);
        // Skips `doc`, whose Markdown keeps the lines of a description.
        if (command[0] !== "doc") expect(shown, name).to.not.match(/^error\[made-up\]/m);
      }
    }
  });
});
