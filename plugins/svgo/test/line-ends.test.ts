import { expect } from "chai";
import { optimize } from "svgo";
import { assemble } from "@passwright/sdk";
import { svgoFramework } from "@passwright/svgo";

const TEXT = `<?xml version="1.0"?>
<!-- a comment -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
  <style>
    .a { fill: red }
  </style>
  <path class="a" d="M 0 0
    L 9 9"/>
  <text xml:space="preserve">one
  two</text>
</svg>
`;
const inWindows = (text: string): string => text.replaceAll("\n", "\r\n");

describe("images with line ends of Windows", () => {
  it("have SVGO's results", () => {
    const assembly = assemble(svgoFramework({}));
    const parsed = assembly.parse(inWindows(TEXT), { file: "a.svg" });
    if (!parsed.ok) throw new Error("the image is not accepted");
    expect(assembly.print(assembly.run(parsed.root).root)).to.equal(optimize(inWindows(TEXT), { path: "a.svg" }).data);
  });

  it("have errors at the same positions", () => {
    const wrong = TEXT.replace("</text>", "</txt>");
    const errorIn = (text: string): unknown => {
      const assembly = assemble(svgoFramework({}));
      const parsed = assembly.parse(text, { file: "a.svg" });
      return parsed.ok ? undefined : parsed.diagnostics.map((one) => assembly.render(one)).join("\n");
    };
    expect(errorIn(wrong)).to.contain("a.svg:10:");
    expect(errorIn(inWindows(wrong))).to.equal(errorIn(wrong));
  });
});
