import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import babel from "@babel/core";
import type { BabelPlugin, Node } from "@babel/core";
import arrows from "@babel/plugin-transform-arrow-functions";
import templates from "@babel/plugin-transform-template-literals";
import { expect } from "chai";
import { build } from "esbuild";
import postcss from "postcss";
import type { CssNode, Plugin } from "postcss";
import mixinsPlugin from "postcss-mixins";
import { assemble, definePass, definePlugin } from "@passwright/sdk";
import type { Assembly, PassDefinition } from "@passwright/sdk";
import { childEnvironment, describeInBrowser, textOfPage } from "@passwright/development";
import babelFramework, { babelPass } from "../dist/babel.js";
import cssFramework, { cssPlugins, nested, size } from "../dist/postcss.js";

const example = fileURLToPath(new URL("..", import.meta.url));
const {
  default: themePlugin,
  theme,
  card,
} = (await import(join(example, "plugins/theme/index.js"))) as {
  readonly default: never;
  readonly theme: PassDefinition<CssNode>;
  readonly card: PassDefinition<CssNode>;
};
const input = readFileSync(join(example, "input.css"), "utf8");

const pluginOf = (pass: PassDefinition<CssNode>): Plugin => pass.create().body.member as Plugin;

/** What PostCSS gives with these plugins in one processor. */
const processed = async (text: string, passes: readonly PassDefinition<CssNode>[]): Promise<string> =>
  (await postcss(passes.map(pluginOf)).process(text, { from: undefined, map: false })).css;

async function runOn(assembly: Assembly<never>, text: string, file: string): Promise<string> {
  const parsed = assembly.parse(text, { file });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map((one) => assembly.render(one)).join("\n"));
  const { root, diagnostics } = await assembly.runAsync(parsed.root);
  return [assembly.print(root), ...diagnostics.map((one) => assembly.render(one))].join("\n");
}

describe("a PostCSS group", () => {
  const assembly = assemble(cssFramework, { plugins: [themePlugin] });
  const expected = processed(input, [size, theme, nested, card]);

  it("is planned with an insertion in the middle", () => {
    expect(assembly.text()).to.equal("root(group<postcss>(size,theme,nested,card))");
    const [step] = assembly.explain("theme");
    expect(JSON.stringify(step)).to.contain("in the middle of the processor");
  });

  it("gives what one processor gives, from a program and from a config", async () => {
    expect(await runOn(assembly as never, input, "input.css")).to.equal(await expected);
    const program = fileURLToPath(new URL("../../../packages/cli/bin/passwright.js", import.meta.url));
    const printed = execFileSync(process.execPath, [program, "run", example], {
      encoding: "utf8",
      env: childEnvironment(),
    });
    expect(printed).to.equal(await expected);
  });

  it("differs from one processor after the other", async () => {
    let one = input;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const pass of [size, theme, nested, card]) one = await processed(one, [pass]);
    expect(one).to.not.equal(await expected);
  });

  it("runs published plugins, in the order of rules", async () => {
    const mixins = definePass({ name: "mixins", group: cssPlugins, member: mixinsPlugin });
    const text = "@define-mixin icon $n { &.$(n) { @size 1px; a { b: $n } } }\n.x { @mixin icon y; }\n";
    const late = definePlugin({
      name: "late",
      passes: [mixins] as never,
      insert: [{ pass: "mixins", end: true }],
      rules: [{ pass: "mixins", before: "size", strong: true, reason: "mixins may use @size" }],
    });
    const refused = assemble(cssFramework, { plugins: [late as never] });
    expect(refused.plan).to.equal(undefined);
    const first = assemble(cssFramework, { insert: [{ pass: mixins, before: "size" }] } as never);
    expect(first.text()).to.equal("root(group<postcss>(mixins,size,nested))");
    expect(await runOn(first as never, text, "a.css")).to.equal(await processed(text, [mixins, size, nested]));
  });

  it("attributes warnings and exceptions to the plugin", async () => {
    const failing = definePass({
      name: "failing",
      group: cssPlugins,
      member: {
        postcssPlugin: "failing",
        Once(root: { warn(result: object, text: string): void }, { result }: { readonly result: object }) {
          root.warn(result, "nothing to do");
        },
        OnceExit() {
          throw new Error("too late");
        },
      } as Plugin,
    });
    const with_ = assemble(cssFramework, { insert: [{ pass: failing, end: true }] } as never);
    expect(await runOn(with_ as never, ".a { color: red }", "a.css")).to.contain(
      "pass `failing` threw on 'root': Error",
    );
  });

  it("refuses a step between two plugins", () => {
    const count = definePass({ name: "count", runOnOperation() {} });
    const between = assemble(cssFramework, { insert: [{ pass: count, after: "size" }] } as never);
    expect(between.diagnostics.map(({ message }) => message)).to.deep.equal(["`count` would split group `postcss`"]);
    const after = assemble(cssFramework, { insert: [{ pass: count, after: "nested" }] } as never);
    expect(after.text()).to.equal("root(group<postcss>(size,nested),count)");
  });
});

const POLICY = "default-src 'none'; script-src 'self'";

async function bundled(contents: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: example },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    logLevel: "error",
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

describeInBrowser("a PostCSS group in a browser", () => {
  it("gives what one processor gives", async () => {
    const contents = `
      import { assemble } from "@passwright/sdk";
      import cssFramework from "./dist/postcss.js";
      import theme from "./plugins/theme/index.js";
      const pipeline = assemble(cssFramework, { plugins: [theme] });
      const parsed = pipeline.parse(${JSON.stringify(input)}, { file: "input.css" });
      const { root } = await pipeline.runAsync(parsed.root);
      document.querySelector("pre").append(pipeline.print(root));
    `;
    const script = Buffer.from(await bundled(contents)).toString();
    expect(await textOfPage({ script, policy: POLICY })).to.equal(await processed(input, [size, theme, nested, card]));
  });
});

describe("a Babel group", () => {
  const passes = {
    arrows: babelPass("arrows", arrows.default),
    templates: babelPass("templates", templates.default),
  };
  const code = "const f = twice(`a${b}`);\nconst g = (x) => `${twice(x)}`;\n";

  const transformed = (plugins: readonly PassDefinition<Node>[]): string =>
    babel.transformSync(code, {
      configFile: false,
      babelrc: false,
      plugins: plugins.map((pass) => [pass.create().body.member as BabelPlugin, {}, pass.declaration.name] as const),
    }).code;

  const inserted = (...names: readonly (keyof typeof passes)[]): Assembly<never> =>
    assemble(babelFramework, { insert: names.map((name) => ({ pass: passes[name], at: "end" })) } as never) as never;

  it("merges visitors as Babel does", async () => {
    const assembly = inserted("arrows", "templates");
    expect(assembly.text()).to.equal("File(group<babel>(twice,arrows,templates))");
    const { twice } = await import("../dist/babel.js");
    expect(await runOn(assembly, code, "a.js")).to.equal(transformed([twice, passes.arrows, passes.templates]));
  });

  it("is split where the user asks for it, and the split is reported", async () => {
    const count = definePass({ name: "count", runOnOperation() {} });
    const assembly = assemble(babelFramework, {
      insert: [
        { pass: passes.arrows, at: "end" },
        { pass: count, at: "end" },
        { pass: passes.templates, at: "end" },
      ],
    } as never);
    expect(assembly.text()).to.equal("File(group<babel>(twice,arrows),count,group<babel>(templates))");
    expect(assembly.diagnostics.map(({ code: one, severity }) => `${severity} ${one}`)).to.deep.equal([
      "warning PWB0420",
    ]);
  });
});
