import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import autoprefixer from "autoprefixer";
import { expect } from "chai";
import { build } from "esbuild";
import postcss from "postcss";
import nested from "postcss-nested";
import { childEnvironment, describeInBrowser, itLong, textOfPage } from "@passwright/development";
import { assemble } from "@passwright/sdk";

const example = fileURLToPath(new URL("../../../examples/postcss", import.meta.url));
const text = readFileSync(join(example, "button.css"), "utf8");

const defaultOf = async (file: string): Promise<never> =>
  ((await import(join(example, file))) as { readonly default: never }).default;

/** Output of one PostCSS processor that runs the inserted plugin between the other plugins. */
const expected = (
  await postcss([
    nested(),
    {
      postcssPlugin: "tokens",
      Declaration(declaration) {
        const value = declaration.value.replaceAll(/token\((\w+)\)/g, "var(--brand-$1)");
        if (value !== declaration.value) declaration.value = value;
      },
    },
    autoprefixer({ overrideBrowserslist: "safari 12" }),
  ]).process(text, { from: join(example, "button.css"), map: false })
).css;

describe("the example with PostCSS", () => {
  it("has the same result as one processor, from a program", async () => {
    const plugin = [await defaultOf("plugins/tokens/index.js"), { prefix: "brand" }];
    const assembly = assemble(await defaultOf("framework.mjs"), { plugins: [plugin as never] });
    expect(assembly.text()).to.equal("root(group<postcss>(postcss-nested,tokens{prefix=brand},autoprefixer))");
    const parsed = assembly.parse(text, { file: "button.css" });
    if (!parsed.ok) throw new Error("the example is valid");
    const { root } = await assembly.runAsync(parsed.root);
    expect(assembly.print(root)).to.equal(expected).and.to.contain("-webkit-user-select");
  });

  it("has the same result as one processor, from its config", () => {
    const program = fileURLToPath(new URL("../../../packages/cli/bin/passwright.js", import.meta.url));
    const printed = execFileSync(process.execPath, [program, "run", example], {
      encoding: "utf8",
      env: childEnvironment(),
    });
    expect(printed).to.equal(expected);
  });
});

describeInBrowser("the example with PostCSS in a browser", () => {
  itLong("has the same result as one processor", async () => {
    const contents = `
      import { assemble } from "@passwright/sdk";
      import framework from "./framework.mjs";
      import tokens from "./plugins/tokens/index.js";
      const pipeline = assemble(framework, { plugins: [[tokens, { prefix: "brand" }]] });
      const parsed = pipeline.parse(${JSON.stringify(text)}, { file: "button.css" });
      const { ok, root } = await pipeline.runAsync(parsed.root);
      if (ok) document.querySelector("pre").append(pipeline.print(root));
    `;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: example },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      target: "es2022",
      // Defines `process.env`, because Autoprefixer reads environment variables.
      define: { "process.env": "{}" },
      logLevel: "error",
      write: false,
    });
    const script = Buffer.from(outputFiles[0]?.contents ?? []).toString();
    expect(await textOfPage({ script, policy: "default-src 'none'; script-src 'self'" })).to.equal(expected);
  });
});
