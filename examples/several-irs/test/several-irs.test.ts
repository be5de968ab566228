import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { build } from "esbuild";
import rehypeSlug from "rehype-slug";
import rehypeStringify from "rehype-stringify";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import remarkToc from "remark-toc";
import { unified } from "unified";
import { describeInBrowser, itLong, makeTemporaryFolder, Random, samples, textOfPage } from "@passwright/development";
import { assemble, definePass, positionsFor } from "@passwright/sdk";
import { hast, mdast } from "@passwright/unified";
import framework, { page } from "../dist/framework.js";
import type { Page } from "../dist/framework.js";

const example = fileURLToPath(new URL("..", import.meta.url));
const passwright = fileURLToPath(new URL("../../../packages/cli/bin/passwright.js", import.meta.url));
const pluginIn = async (name: string): Promise<never> =>
  ((await import(join(example, `plugins/${name}/index.js`))) as { readonly default: never }).default;
const plugins = [await pluginIn("anchors"), await pluginIn("contents")] as const;
const welcome = readFileSync(join(example, "pages/welcome.markdown"), "utf8");

const unifieds = unified()
  .use(remarkParse)
  .use(remarkToc)
  .use(remarkRehype)
  .use(rehypeSlug)
  .use(rehypeStringify)
  .freeze();
const pipeline = assemble(framework, { plugins });

/** Returns the result of running unified directly with the same plugins. */
const byUnified = (markdown: string): string => String(unifieds.processSync(markdown));

function converted(markdown: string, assembly = pipeline): string {
  const parsed = assembly.parse(markdown, { file: "page.md" });
  if (!parsed.ok) throw new Error("Markdown is always valid");
  const { ok, root, diagnostics } = assembly.run(parsed.root);
  expect([ok, diagnostics.map((one) => assembly.render(one))]).to.deep.equal([true, []]);
  return assembly.print(root);
}

function randomMarkdown(random: Random): string {
  const inline = [
    "one",
    "*two*",
    "`a < b`",
    '[link](x "y")',
    "![i](j)",
    "&amp;",
    "<b>raw</b>",
    "**bold *both***",
    "\\*",
  ];
  const text = (): string => Array.from({ length: random.between(1, 5) }, () => random.pick(inline)).join(" ");
  const blocks = [
    () => `${"#".repeat(random.between(1, 6))} ${text()}`,
    () => `- ${text()}\n- ${text()}\n\n  ${text()}`,
    () => `3. ${text()}\n4. ${text()}`,
    () => `> ${text()}`,
    () => `\`\`\`js\n${text()}\n\`\`\``,
    () => "## Contents",
    () => "---",
    text,
  ];
  return Array.from({ length: random.between(0, 8) }, () => random.pick(blocks)()).join("\n\n");
}

describe("the example with several IRs", () => {
  it("is planned over three IRs, with a plugin on each side", () => {
    expect(pipeline.diagnostics.map((one) => pipeline.render(one))).to.deep.equal([]);
    expect(pipeline.text()).to.equal("root(remark-toc,remark-rehype,**a(count-links),rehype-slug,print-page)");
  });

  it("has unified's result, byte for byte", () => {
    expect(converted(welcome)).to.equal(byUnified(welcome)).and.to.contain('<h2 id="lists">');
    for (let seed = 0; seed < samples(300); seed++) {
      const markdown = randomMarkdown(new Random(seed));
      expect(converted(markdown), `seed ${seed}`).to.equal(byUnified(markdown));
    }
  });

  it("gives the same in every order of the plugins, and asynchronously", async () => {
    const other = assemble(framework, { plugins: plugins.toReversed() as never });
    expect(other.text()).to.equal(pipeline.text());
    const parsed = other.parse(welcome, { file: "welcome.md" });
    if (!parsed.ok) throw new Error("Markdown is always valid");
    const { root } = await other.runAsync(parsed.root);
    expect(other.print(root)).to.equal(byUnified(welcome));
  });

  it("types the result by the last IR", () => {
    const parsed = pipeline.parse("a", { file: "a.md" });
    if (!parsed.ok) throw new Error("Markdown is always valid");
    const { root } = pipeline.run(parsed.root);
    const typed: Page = root;
    expect(typed.text).to.equal("<p>a</p>");
  });

  it("runs passes of each IR, and passes of any", () => {
    const shout = definePass({ name: "shout", ir: page, runOnOperation: (one: Page) => void (one.text += "!") });
    const wrap = definePass({
      name: "wrap",
      ir: hast,
      anchor: "p",
      runOnOperation: (node) => void (node.type === "element" && (node.tagName = "div")),
    });
    const number = definePass({
      name: "number",
      ir: mdast,
      anchor: "heading",
      runOnOperation: (node) => void (node.type === "heading" && (node.depth = 3)),
    });
    const seen: string[] = [];
    const look = definePass({ name: "look", runOnOperation: (op: object) => void seen.push(Object.keys(op).join()) });
    const assembly = assemble(framework, {
      insert: [
        { pass: shout, end: true },
        { pass: wrap, end: true },
        { pass: number, end: true },
        { pass: look, before: "remark-rehype" },
        { pass: look, end: true },
      ],
    });
    expect(assembly.text()).to.equal("root(**heading(number),look,remark-rehype,**p(wrap),print-page,shout,look)");
    expect(converted("# A\n\nb", assembly)).to.equal("<h3>A</h3>\n<div>b</div>!");
    expect(seen).to.deep.equal(["type,children,position", "text"]);
  });

  it("refuses a pass on the wrong side", () => {
    const wrap = definePass({ name: "wrap", ir: hast, runOnOperation: () => {} });
    const assembly = assemble(framework, { insert: [{ pass: wrap, after: "print-page", reason: "late" }] });
    expect(assembly.diagnostics.map((one) => assembly.render(one))).to.deep.equal([
      "error[PWB0409]: `wrap` is for IR `hast`, but the pipeline runs on IR `page` at this position\n" +
        "  --> step program::wrap\n" +
        "   = position of `wrap`: after `print-page`: late, in `page(wrap)` (config program)\n" +
        "   = the pipeline runs on IR `page` after `print-page`\n" +
        "help: place `wrap` after `remark-rehype` and before `print-page`",
    ]);
    expect(positionsFor(pipeline, "rehype-slug")[0]?.ranges).to.have.length(1);
    const [range] = positionsFor(pipeline, "rehype-slug")[0]?.ranges ?? [];
    expect([range?.after, range?.before]).to.deep.equal(["remark-rehype", "print-page"]);
  });

  it("runs from its config, and writes with the printer of the last IR", () => {
    const run = (...args: readonly string[]): string =>
      execFileSync(process.execPath, [passwright, ...args], { cwd: example, encoding: "utf8" });
    expect(run("run", ".")).to.equal(byUnified(welcome));
    const folder = makeTemporaryFolder();
    const file = join(folder, "page.md");
    writeFileSync(file, "# Hello *you*");
    const out = join(folder, "page.html");
    run("run", ".", file, "-o", out);
    expect(readFileSync(out, "utf8")).to.equal('<h1 id="hello-you">Hello <em>you</em></h1>');
  });

  it("is planned without code as with it", () => {
    const plan = execFileSync(process.execPath, [passwright, "plan", example, "--json"], { encoding: "utf8" });
    const steps = (JSON.parse(plan) as { steps: { address: string; on?: { ir: string }; leaves?: object }[] }).steps;
    expect(steps.map(({ address, on, leaves }) => [address, on?.ir, leaves])).to.deep.equal([
      ["passwright-plugin-several-irs-contents::remark-toc", undefined, undefined],
      ["remark-rehype", undefined, { ir: "hast", anchor: "#root" }],
      ["passwright-plugin-several-irs-anchors::count-links", "hast", undefined],
      ["passwright-plugin-several-irs-anchors::rehype-slug", "hast", undefined],
      ["print-page", "hast", { ir: "page", anchor: "page" }],
    ]);
  });
});

describeInBrowser("the example with several IRs in a browser", () => {
  itLong("has unified's result in Node", async () => {
    const contents = `
      import { assemble } from "@passwright/sdk";
      import framework from "./dist/framework.js";
      import anchors from "./plugins/anchors/index.js";
      import contents from "./plugins/contents/index.js";

      const pipeline = assemble(framework, { plugins: [anchors, contents] });
      const parsed = pipeline.parse(${JSON.stringify(welcome)}, { file: "welcome.md" });
      const { ok, root } = pipeline.run(parsed.root);
      if (ok) document.querySelector("pre").append(pipeline.print(root));
    `;
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
    const script = Buffer.from(outputFiles[0]?.contents ?? []).toString();
    const policy = "default-src 'none'; script-src 'self'";
    expect(await textOfPage({ script, policy })).to.equal(byUnified(welcome));
  });
});
