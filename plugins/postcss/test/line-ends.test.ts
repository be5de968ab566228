import cssnano from "cssnano";
import { expect } from "chai";
import postcss from "postcss";
import nested from "postcss-nested";
import { assemble } from "@passwright/sdk";
import { postcssFramework } from "@passwright/postcss";

const TEXT = `/* a comment
   of two lines */
.a {
  color: red;
  .b { background: url("x.png"); }
}
`;
const inWindows = (text: string): string => text.replaceAll("\n", "\r\n");

describe("style sheets with line ends of Windows", () => {
  for (const plugins of [[nested()], [nested(), cssnano()]]) {
    it(`have PostCSS's results, with ${plugins.length} plugins`, async () => {
      const assembly = assemble(postcssFramework({ plugins }));
      const parsed = assembly.parse(inWindows(TEXT), { file: "a.css" });
      if (!parsed.ok) throw new Error("the sheet is not accepted");
      const { root } = await assembly.runAsync(parsed.root);
      const expected = await postcss(plugins).process(inWindows(TEXT), { from: "a.css" });
      expect(assembly.print(root)).to.equal(expected.css);
    });
  }

  it("have errors at the same positions", () => {
    const wrong = TEXT.replace('url("x.png")', 'url("x.png');
    const errorIn = (text: string): unknown => {
      const assembly = assemble(postcssFramework({ plugins: [nested()] }));
      const parsed = assembly.parse(text, { file: "a.css" });
      return parsed.ok ? undefined : parsed.diagnostics.map((one) => assembly.render(one)).join("\n");
    };
    expect(errorIn(wrong)).to.contain("a.css:5:");
    expect(errorIn(inWindows(wrong))).to.equal(errorIn(wrong));
  });
});
