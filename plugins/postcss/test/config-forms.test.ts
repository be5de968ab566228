import { resolve } from "node:path";
import { expect } from "chai";
import postcss, { parse, stringify } from "postcss";
import type { AnyNode, Builder } from "postcss";
import nested from "postcss-nested";
import { assemble } from "@passwright/sdk";
import framework, { fromPostcss, postcssFramework } from "@passwright/postcss";
import type { PostcssOptions } from "@passwright/postcss";

/** Returns the plan, and the output for a style sheet or the diagnostics. */
async function run(config: PostcssOptions, text: string): Promise<string> {
  const assembly = assemble(postcssFramework(config));
  const parsed = assembly.parse(text, { file: "a.css" });
  if (!parsed.ok) return parsed.diagnostics.map((one) => assembly.render(one)).join("\n");
  const { ok, root, diagnostics } = await assembly.runAsync(parsed.root);
  const says = diagnostics.map((one) => assembly.render(one)).join("\n");
  return `${assembly.text()}\n${ok ? assembly.print(root) : says}`;
}

describe("postcss configurations", () => {
  it("contain plugins without a name, which are named by their functions", async () => {
    const first = (): void => {};
    const fail = (): void => {
      throw new Error("no idea");
    };
    const plugins = [first, () => {}, fail];
    expect(await run({ plugins }, "a {}")).to.match(
      /^root\(group<postcss>\(first,plugin,fail\)\)\nerror\[PWC0406\]: pass `fail` threw .*\n {2}--> a\.css:1:1, step fail\n/,
    );
  });

  it("contain functions that make plugins, and an error names the plugin that throws", async () => {
    const maker = Object.assign(() => ({ postcssPlugin: "made", Once() {} }), { postcss: true as const });
    const fail = (): void => {
      throw new Error("no idea");
    };
    const passes = [fromPostcss(maker, { name: "maker" }), fromPostcss(fail, { name: "fail" })];
    const assembly = assemble(framework, { insert: passes.map((pass) => ({ pass, at: "plugins.end" as const })) });
    const parsed = assembly.parse("a {}", { file: "a.css" });
    const result = parsed.ok ? assembly.run(parsed.root) : parsed;
    expect(result.diagnostics.map((one) => one.step)).to.deep.equal(["fail"]);
  });

  it("contain a whole syntax as the parser and as the printer", async () => {
    const syntax = {
      parse: (text: string) => parse(text.replaceAll("<<", "{")),
      stringify: (node: AnyNode, builder: Builder) =>
        stringify(node, (part, ...more) => builder(part.replace("{", "<<"), ...more)),
    };
    const config = { parser: syntax, stringifier: syntax, plugins: [nested] };
    expect(await run(config as unknown as PostcssOptions, "a << b << c: d } }")).to.equal(
      "root(group<postcss>(postcss-nested))\na b << c: d }",
    );
  });

  it("name the map by its absolute path with `map.absolute`, as the CLI of PostCSS does", async () => {
    const map = { inline: false, absolute: true };
    const assembly = assemble(postcssFramework({ plugins: [nested], map }));
    const parsed = assembly.parse("a { b { c: d } }", { file: "in/a.css" });
    if (!parsed.ok) throw new Error("the sheet is valid");
    const printed = assembly.printWithMap(assembly.run(parsed.root).root, { file: "out/../out/a.css" });
    const files = { from: resolve("in/a.css"), to: resolve("out/a.css") };
    const expected = await postcss([nested()]).process("a { b { c: d } }", { ...files, map });
    expect(printed).to.deep.equal({ text: expected.css, map: expected.map.toJSON() });
  });

  it("have maps inside the results, for which PostCSS ignores the annotation", () => {
    const map = { inline: true, annotation: "maps/a.css.map" };
    expect(assemble(postcssFramework({ plugins: [nested], map })).text()).to.equal(
      "root(group<postcss>(postcss-nested))",
    );
  });

  for (const map of [undefined, true, { inline: false }, { inline: true, sourcesContent: false }])
    it(`give bundlers a separate source map with \`map: ${JSON.stringify(map)}\``, () => {
      const assembly = assemble(postcssFramework({ plugins: [nested], ...(map !== undefined && { map }) }));
      const parsed = assembly.parse("a { b { c: d } }", { file: "a.css" });
      if (!parsed.ok) throw new Error("the sheet is valid");
      const printed = assembly.printWithMap(assembly.run(parsed.root).root);
      expect([printed.text, Object.keys(printed.map ?? {}).includes("sourcesContent")]).to.deep.equal([
        "a b { c: d }",
        typeof map !== "object" || !("sourcesContent" in map),
      ]);
    });
});
