import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "@babel/core";
import type { TransformOptions } from "@babel/core";
import { expect } from "chai";
import { assemble, renderDiagnostic, UsageError } from "@passwright/sdk";
import { babelFramework } from "@passwright/babel";

const TEXT = "export const f = () => 1; // a comment\n";
const UPPER = `module.exports = () => ({ name: "upper", visitor: { Identifier({ node }) { node.name = "F"; } } });`;
const ARROWS = "@babel/plugin-transform-arrow-functions";

describe("inputs of a Babel configuration", () => {
  let folder: string;
  let writes = 0;
  // Makes the folder inside the package, so that Babel finds presets by name.
  beforeEach(() => (folder = mkdtempSync(fileURLToPath(new URL("inputs-", import.meta.url)))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };

  /** Returns Babel's result and Passwright's result for a file. The sample file is `src/index.js`. */
  function both(configuration: object, file: string, more: TransformOptions = {}): readonly [string, string] {
    write("package.json", "{}");
    write("upper.cjs", UPPER);
    write("babel.config.json", JSON.stringify(configuration));
    // Babel reads a configuration again only if its time in milliseconds differs.
    utimesSync(join(folder, "babel.config.json"), ++writes, writes);
    const config: TransformOptions = { cwd: folder, configFile: join(folder, "babel.config.json"), ...more };
    const input = join(folder, file);
    const babels = transformSync(TEXT, { ...config, filename: input })?.code ?? "left out";
    const own = (): string => {
      const assembly = assemble(babelFramework({ filename: "src/index.js", ...config }));
      const parsed = assembly.parse(TEXT, { file: input });
      if (!parsed.ok) return parsed.diagnostics.map((one) => assembly.render(one)).join("\n");
      const { ok, root, diagnostics } = assembly.run(parsed.root);
      return ok ? assembly.print(root) : diagnostics.map((one) => assembly.render(one)).join("\n");
    };
    try {
      return [babels, own().replaceAll(folder, "<folder>")];
    } catch (thrown) {
      return [babels, renderDiagnostic((thrown as UsageError).diagnostic)];
    }
  }

  const different = (what: string, file = "in/a.js"): string =>
    `error[PWV0402]: the configuration of Babel for \`<folder>/${file}\` differs from the configuration for the sample file \`src/index.js\`: ${what}
  --> <folder>/${file}
help: run the file with a separate framework: \`babelFramework({ filename: "<folder>/${file}", … })\``;

  for (const key of ["only", "ignore"])
    it(`are refused if \`${key}\` leaves out the sample file`, () => {
      const configuration = { plugins: [ARROWS], [key]: [key === "only" ? "in" : "src"] };
      const [babels, own] = both(configuration, "in/a.js");
      expect(babels).to.contain("function");
      expect(own).to.equal(
        "error[PWV0401]: the configuration leaves out the sample file `src/index.js`\n" +
          "help: set `filename` to a file that the configuration compiles",
      );
    });

  it("are refused if the configuration disables the output", () => {
    const [babels, own] = both({}, "in/a.js", { code: false });
    expect(babels).to.equal("left out");
    expect(own).to.equal(
      "error[PWV0401]: the configuration sets `code` to `false`, so Babel would not print code\nhelp: remove `code`",
    );
  });

  it("are refused if the configuration does not exist, with the folder in which it was searched", () => {
    const [, own] = both({}, "in/a.js", { cwd: process.cwd(), configFile: join(folder, "babel.config.json") });
    expect(own).not.to.contain("error");
    expect(() => babelFramework({ filename: "a.js", configFile: "./none/babel.config.json" }))
      .to.throw(UsageError)
      .with.property("diagnostic")
      .that.includes({
        code: "PWV0401",
        message: `Babel cannot load the configuration: Cannot find module './none/babel.config.json' in the folder \`${process.cwd()}\``,
      })
      .with.property("help")
      .that.deep.equals([
        'pass a path that does not depend on the current folder: `configFile: fileURLToPath(new URL("./none/babel.config.json", import.meta.url))`',
      ]);
  });

  it("are refused if the configuration leaves them out", () => {
    const [babels, own] = both({ plugins: [ARROWS], ignore: ["in"] }, "in/a.js");
    expect(babels).to.equal("left out");
    expect(own).to.equal(
      "error[PWV0402]: the configuration of Babel leaves out `<folder>/in/a.js`\n  --> <folder>/in/a.js\n" +
        "help: remove the file from the inputs, or change `only` and `ignore` in the configuration",
    );
  });

  for (const [what, configuration, difference] of [
    ["another plugin", { plugins: ["./upper.cjs"] }, "plugin `upper` is added"],
    ["another option", { comments: false }, "option `comments` has a different value"],
    [
      "other options of a plugin",
      { plugins: [[ARROWS, { spec: true }]] },
      "plugin `transform-arrow-functions` has different options",
    ],
    [
      "other options of a preset",
      { presets: [["@babel/preset-env", { targets: "ie 11" }]] },
      /^plugin `[\w-]+` is added, and \d+ more differences$/,
    ],
  ] as const)
    it(`are refused if \`overrides\` has ${what} for them`, () => {
      const overridden = { plugins: [ARROWS], overrides: [{ test: "in/a.js", ...configuration }] };
      const [babels, own] = both(overridden, "in/a.js");
      expect(babels).not.to.equal(both({ plugins: [ARROWS] }, "in/a.js")[0]);
      const shown = /src\/index\.js`: (.*)/.exec(own)?.[1] ?? own;
      if (typeof difference === "string") expect(own).to.equal(different(difference));
      else expect(shown).to.match(difference);
      const [other, same] = both(overridden, "in/b.js");
      expect(same).to.equal(other);
    });

  it("are compiled if the configuration and its preset contain the same plugin with different options", () => {
    const configuration = {
      plugins: [[ARROWS, { spec: true }]],
      presets: [["@babel/preset-env", { targets: "ie 11" }]],
      overrides: [{ test: "none", comments: false }],
    };
    const [babels, own] = both(configuration, "in/a.js");
    expect(own).to.equal(babels);
    const other = { ...configuration, overrides: [{ test: "in", plugins: [[ARROWS, { spec: false }]] }] };
    expect(both(other, "in/a.js")[1]).to.equal(different("plugin `transform-arrow-functions` has different options"));
  });

  it("are refused if they lack a plugin of the sample file", () => {
    const configuration = { plugins: [ARROWS], overrides: [{ test: "src", plugins: ["./upper.cjs"] }] };
    expect(both(configuration, "in/a.js")[1]).to.equal(different("plugin `upper` is missing"));
  });

  it("are refused if a preset has other plugins for their extension", () => {
    const configuration = { presets: ["@babel/preset-typescript"] };
    expect(both(configuration, "in/a.ts")[1]).to.equal(different("plugin `transform-typescript` is added", "in/a.ts"));
    const [babels, own] = both(configuration, "in/a.js");
    expect(own).to.equal(babels);
  });

  it("are each named in their own error", () => {
    const assembly = assemble(babelFramework({ filename: "a.js", presets: ["@babel/preset-typescript"] }));
    for (const file of ["b.ts", "c.ts"]) {
      const parsed = assembly.parse(TEXT, { file });
      expect(parsed.ok ? "" : parsed.diagnostics[0]?.message).to.contain(`for \`${file}\` differs`);
    }
  });

  it("have the environment in which the framework was made", () => {
    const { NODE_ENV: before } = process.env;
    const assembly = assemble(babelFramework({ filename: "a.js", plugins: [ARROWS] }));
    process.env["NODE_ENV"] = "other";
    try {
      expect(assembly.parse(TEXT, { file: "b.js" }).ok).to.equal(true);
    } finally {
      if (before === undefined) delete process.env["NODE_ENV"];
      else process.env["NODE_ENV"] = before;
    }
  });

  it("are refused if a `.babelrc` beside them has other plugins, unless `babelrc` is false", () => {
    write("in/.babelrc", JSON.stringify({ plugins: ["../upper.cjs"] }));
    const [babels, own] = both({ plugins: [ARROWS] }, "in/a.js");
    expect(babels).to.contain("F = ");
    expect(own).to.equal(different("plugin `upper` is added"));
    const [without, same] = both({ plugins: [ARROWS] }, "in/a.js", { babelrc: false });
    expect(same).to.equal(without);
  });
});
