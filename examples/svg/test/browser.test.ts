import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { build } from "esbuild";
import { assemble } from "@passwright/sdk";
import { describeInBrowser, itLong, textOfPage } from "@passwright/development";
import svgOptimizer from "../dist/framework.js";

const example = fileURLToPath(new URL("..", import.meta.url));
const { default: a11y } = (await import(join(example, "plugins/a11y/index.js"))) as { readonly default: never };
const badge = readFileSync(join(example, "icons/badge.svg"), "utf8");

/** Content security policy without `unsafe-eval`. The policy forbids tapable's `new Function`. */
const POLICY = "default-src 'none'; script-src 'self'";

/** Source of a program that runs the framework with a plugin that inserts passes into the middle of the pipeline. */
const optimizer = `
  import { assemble } from "@passwright/sdk";
  import svgOptimizer from "./dist/framework.js";
  import a11y from "./plugins/a11y/index.js";

  const pipeline = assemble(svgOptimizer, { plugins: [[a11y, { titles: true }]] });
  const parsed = pipeline.parse(${JSON.stringify(badge)}, { file: "badge.svg" });
  const result = parsed.ok && pipeline.run(parsed.root);
`;

/**
 * Maximum compressed size, in bytes, of a program that plans and runs one pipeline with one plugin. The size does not
 * include svgo's parser.
 */
const BUDGET = 114_200;

async function bundled(contents: string, options: { readonly external?: string[] } = {}): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: example },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    logLevel: "error",
    write: false,
    ...options,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error("esbuild wrote no file");
  return file.contents;
}

async function shown(contents: string): Promise<string> {
  const script = Buffer.from(await bundled(contents)).toString();
  return textOfPage({ script, policy: POLICY });
}

describeInBrowser("the SVG example in a browser", () => {
  it("is planned and run with a plugin, and compiles no code", async () => {
    const script = `${optimizer}
      document.querySelector("pre").append(pipeline.text(), "\\n", pipeline.print(result.root), "\\n");
      document.querySelector("pre").append(["process", "Buffer", "require"].filter((name) => name in globalThis).join() + "\\n");
    `;
    const inNode = assemble(svgOptimizer, { plugins: [[a11y, { titles: true }]] as never });
    const parsed = inNode.parse(badge, { file: "badge.svg" });
    if (!parsed.ok) throw new Error("the image is valid");
    const { root } = inNode.run(parsed.root);
    expect(inNode.print(root)).to.contain('role="img"').and.to.contain("<title>badge</title>");
    expect(await shown(script)).to.equal(`${inNode.text()}\n${inNode.print(root)}\n\n`);
  });

  itLong("runs asynchronously as well", async () => {
    const script = `${optimizer}
      const again = pipeline.parse('<svg xmlns="http://www.w3.org/2000/svg"><path d="M.12345 0z"/></svg>', { file: "x.svg" });
      const { ok, root } = await pipeline.runAsync(again.root);
      document.querySelector("pre").append(ok + " " + pipeline.print(root));
    `;
    expect(await shown(script)).to.equal(
      'true <svg role="img" xmlns="http://www.w3.org/2000/svg"><path d="M0.123 0z"/></svg>',
    );
  });

  const hooked = `
    import { assemble, defineFramework, definePass, definePlugin, sessionHooks, syncHook } from "@passwright/sdk";
    import { svg } from "./dist/svg.js";

    const touch = definePass({ name: "touch", runOnOperation() {} });
    const framework = defineFramework({
      name: "hooked", ir: svg, hooks: { visited: syncHook("element") },
      pipeline(b, { hooks }) {
        b.addPass(definePass({ name: "visit", runOnOperation(root) { hooks.visited.call(root); } }));
      },
    });
    const tapping = definePlugin({ name: "tapping", passes: [touch], setup(b, { hooks }) {
      hooks.visited.tap("look", () => {});
    } });
    const watching = definePlugin({ name: "watching", passes: [], setup(b, environment) {
      sessionHooks(environment).planned.tap("look", () => {});
    } });
  `;

  itLong("calls hooks without taps under the policy", async () => {
    const script = `${hooked}
      const pipeline = assemble(framework);
      const parsed = pipeline.parse("<svg/>", { file: "x.svg" });
      document.querySelector("pre").append(pipeline.text() + " " + pipeline.run(parsed.root).ok);
    `;
    expect(await shown(script)).to.equal("#root(visit) true");
  });

  itLong("refuses plugins that tap hooks when planning, each named with its hook", async () => {
    const script = `${hooked}
      const pipeline = assemble(framework, { plugins: [tapping, watching] });
      const text = pipeline.diagnostics.map((one) => pipeline.render(one)).join("\\n\\n");
      document.querySelector("pre").append((pipeline.plan === undefined) + "\\n" + text);
    `;
    const refused = (
      plugin: string,
      hook: string,
    ): string => `error[PWL0310]: \`${plugin}\` taps hook \`${hook}\`, but this environment does not allow \`new Function\`
  --> plugin ${plugin}
   = the library tapable compiles hooks with \`new Function\`
help: allow \`unsafe-eval\` in the content security policy, or remove the plugin`;
    const text = (await shown(script)).replace(/^(blocked: script-src eval\n)+|(\n?blocked: script-src eval\n)+$/g, "");
    expect(text).to.equal(`true\n${refused("tapping", "visited")}\n\n${refused("watching", "planned")}`);
  });
});

describe("a program for browsers", () => {
  it("is within its size", async () => {
    const script = await bundled(`${optimizer} globalThis.result = result;`, { external: ["svgo/browser"] });
    expect(gzipSync(script, { level: 9 }).length).to.be.lessThanOrEqual(BUDGET);
  });

  it("has the code of graphs and hooks only if its framework has them", async () => {
    const text = async (imports: string): Promise<string> =>
      Buffer.from(await bundled(`${optimizer} ${imports}`, { external: ["svgo/browser"] })).toString();
    // Searches for an error code that only graphs report.
    expect(await text("")).not.to.contain("PWG0103");
    // Searches for an error code that only hooks with taps report, and for the library that calls taps.
    expect(await text("")).not.to.match(/PWL0302|new Function/);
    expect(await text('import { syncHook } from "@passwright/sdk"; globalThis.declare = syncHook;')).to.match(
      /PWL0302.*new Function|new Function.*PWL0302/s,
    );
    expect(
      await text('import { defineGraphFramework } from "@passwright/sdk"; globalThis.define = defineGraphFramework;'),
    ).to.contain("PWG0103");
  });
});
