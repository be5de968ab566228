import { expect } from "chai";
import remarkLint from "remark-preset-lint-recommended";
import remarkParse from "remark-parse";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { assemble } from "@passwright/sdk";
import { fileOf, unifiedFramework } from "@passwright/unified";

const TEXT = `Title
=====

* one
* two
  [text][missing]

\`\`\`js
a();
\`\`\`

Hard  
break\\
and <b>html
</b>
`;
const inWindows = (text: string): string => text.replaceAll("\n", "\r\n");

async function ours(text: string): Promise<{ readonly text: string; readonly messages: readonly string[] }> {
  const assembly = assemble(unifiedFramework([remarkParse, remarkLint, remarkStringify]));
  const parsed = assembly.parse(text, { file: "a.md" });
  if (!parsed.ok) throw new Error("the text is not accepted");
  const { root } = await assembly.runAsync(parsed.root);
  return { text: assembly.print(root), messages: fileOf(root).messages.map(String) };
}

describe("Markdown with line ends of Windows", () => {
  it("has unified's results", async () => {
    const file = await unified().use(remarkParse).use(remarkLint).use(remarkStringify).process(inWindows(TEXT));
    expect((await ours(inWindows(TEXT))).text).to.equal(String(file));
  });

  it("has messages at the same positions", async () => {
    const { messages } = await ours(TEXT);
    expect(messages.join("\n")).to.contain(":6:3");
    expect((await ours(inWindows(TEXT))).messages).to.deep.equal(messages);
  });
});
