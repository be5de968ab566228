import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";

const files = {
  "passwright.config.yaml": "framework: press\n",
  "one.txt": "tea\n  dirt\n  honey\ntea\n  dirt\n",
  "two.txt": "tea\n  milk\n",
};

describe("passwright run --stats", () => {
  it("shows the statistics of passes over all inputs", async () => {
    const { passwright, folder } = makeWorkplace(files, ["press"]);
    const shown = await passwright("run", "one.txt", "two.txt", "--stats", "-o", "out.txt");
    expect(shown).to.match(
      /\n {2}all operations +3 +5 +\+2\n\nall 2 inputs +before +after\n {2}\w+(.*\n)+ {2}all operations +\d+ +\d+ +\S+\n\nwipe {3}2 {2}wiped - words wiped away\npress {2}2 {2}pressed - words pressed\n--- exit 0\n$/,
    );
    expect(readFileSync(join(folder, "out.txt"), "utf8")).to.contain("// -----\n");
  });

  it("names each step, also steps with the same pass", async () => {
    const counter = `import { defineFramework, defineIr, definePass, int } from "@passwright/sdk";
const tree = defineIr({ name: "tree", root: "root", nameOf: () => "root", childrenOf: "inside", extensions: [".json"],
  parse: JSON.parse, print: JSON.stringify });
const count = definePass({ name: "count", options: { by: int(1, "by") }, statistics: { steps: "steps counted" },
  runOnOperation: (_, { options, statistics }) => void (statistics.steps.value += options.by) });
export default defineFramework({ name: "counter", ir: tree,
  pipeline: (b) => [1, 5, 1].forEach((by) => b.addPass(count, { options: { by } })) });
`;
    const { passwright } = makeWorkplace({
      "passwright.config.yaml": "framework: ./counter.mjs\n",
      "counter.mjs": counter,
      "in.json": "{}",
    });
    const shown = await passwright("run", "in.json", "--stats", "-o", "out.json");
    expect(shown.replace(/^[^]*?\n\n/, "")).to.equal(`count    1  steps - steps counted
count#2  5  steps - steps counted
count#3  1  steps - steps counted
--- exit 0
`);
  });

  it("omits them without counts", async () => {
    const { passwright } = makeWorkplace({ ...files, "none.txt": "tea\n" }, ["press"]);
    expect(await passwright("run", "none.txt", "--stats")).to.match(/\n {2}all operations[^\n]*\n--- exit 0\n$/);
  });

  it("reports the IR if it cannot count the operations of an input", async () => {
    const { passwright } = makeWorkplace({
      "words.js": `import { defineFramework, defineIr } from "@passwright/sdk";
const nameOf = ({ text }) => { if (text.startsWith("odd")) throw new Error("no name"); return "words"; };
const ir = defineIr({ name: "words", root: "words", nameOf, childrenOf: [], parse: (text) => ({ text }), print: ({ text }) => text });
export default defineFramework({ name: "words", ir, pipeline() {} });
`,
      "passwright.config.yaml": "framework: ./words.js\n",
      "odd.txt": "odd",
      "even.txt": "even",
    });
    const shown = await passwright("run", "odd.txt", "even.txt", "--stats", "-o", "out/");
    expect(shown).to.contain("PWS0103").and.to.contain("--> ir words, odd.txt\n");
    expect(shown).to.contain("1 of 2 inputs failed; the others are in out\n--- exit 1\n");
  });

  it("ends for a tree in which operations contain each other", async () => {
    const { passwright } = makeWorkplace({
      "ring.js": `import { defineFramework, defineIr, definePass } from "@passwright/sdk";
const parse = () => {
  const [root, word] = [{ name: "list", inside: [] }, { name: "word", inside: [] }];
  root.inside.push(word);
  word.inside.push(root);
  return root;
};
const ir = defineIr({ name: "ring", root: "list", nameOf: ({ name }) => name, childrenOf: "inside", parse, print: () => "" });
const pass = definePass({ name: "visit", anchor: "word", runOnOperation() {} });
export default defineFramework({ name: "ring", ir, pipeline: (builder) => void builder.addPass(pass) });
`,
      "passwright.config.yaml": "framework: ./ring.js\n",
      "in.txt": "",
    });
    expect(await passwright("run", "in.txt", "--stats")).to.equal(`--- err
error[PWC0421]: 'list' contains itself: the operations do not form a tree
  --> in.txt
help: fix the pass that moved the operation, or \`collectNested\` of the adapter
--- exit 1
`);
  });

  it("leaves them out by default", async () => {
    expect(await makeWorkplace(files, ["press"]).passwright("run", "one.txt")).to.not.contain("wiped");
  });
});
