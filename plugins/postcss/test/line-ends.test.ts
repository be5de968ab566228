import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import cssnano from "cssnano";
import { expect } from "chai";
import postcss from "postcss";
import nested from "postcss-nested";
import { childEnvironment, makeTemporaryFolder } from "@passwright/development";
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

describe("style sheets with a byte order mark", () => {
  const program = fileURLToPath(new URL("../../../packages/cli/bin/passwright.js", import.meta.url));
  const folder = makeTemporaryFolder();
  before(() => {
    symlinkSync(fileURLToPath(new URL("../../../node_modules", import.meta.url)), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "passwright.config.yaml"), "framework: ./framework.js\n");
    writeFileSync(
      join(folder, "framework.js"),
      `import nested from "postcss-nested";
import { postcssFramework } from "@passwright/postcss";
export default postcssFramework({ plugins: [nested()], map: { inline: false } });
`,
    );
  });

  it("have PostCSS's results and maps", async () => {
    const text = "\uFEFF.a { .b { color: red } }\n";
    writeFileSync(join(folder, "a.css"), text);
    execFileSync(process.execPath, [program, "run", "a.css", "-o", "out/"], {
      cwd: folder,
      env: childEnvironment(),
      stdio: "ignore",
    });
    const files = { from: join(folder, "a.css"), to: join(folder, "out/a.css") };
    const expected = await postcss([nested()]).process(text, { ...files, map: { inline: false } });
    expect(readFileSync(files.to, "utf8")).to.equal(expected.css);
    expect(JSON.parse(readFileSync(`${files.to}.map`, "utf8"))).to.deep.equal(expected.map.toJSON());
  });

  it("have errors at the positions of PostCSS", () => {
    writeFileSync(join(folder, "wrong.css"), "\uFEFF.a { color red }\n");
    const { stderr } = spawnSync(process.execPath, [program, "run", "wrong.css"], {
      cwd: folder,
      env: childEnvironment(),
      encoding: "utf8",
    });
    expect(stderr.replace("\uFEFF", "")).to.contain("--> wrong.css:1:6\n   | .a { color red }\n   |      ^\n");
  });
});
