import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { XastElement, XastRoot } from "svgo";
import { loadSession } from "@passwright/loader";
import { assemble } from "@passwright/sdk";
import svgOptimizer from "../dist/framework.js";
import { cleanupIds, elementsIn, removeComments, roundPaths, sortAttributes } from "../dist/passes.js";
import { svg } from "../dist/svg.js";

const example = fileURLToPath(new URL("..", import.meta.url));
const { default: a11y, labelImages } = (await import(join(example, "plugins/a11y/index.js"))) as {
  default: never;
  labelImages: typeof roundPaths;
};
const badge = readFileSync(join(example, "icons/badge.svg"), "utf8");

const inMemory = assemble(svgOptimizer, {
  plugins: [[a11y, { titles: true }]] as never,
  insert: [{ pass: "remove-comments", end: true, reason: "plugins may add comments" }],
});

function optimized(text: string, file: string): string {
  const parsed = inMemory.parse(text, { file });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map((one) => inMemory.render(one)).join("\n"));
  const result = inMemory.run(parsed.root);
  expect(result.diagnostics.map((one) => inMemory.render(one))).to.deep.equal([]);
  return inMemory.print(result.root);
}

/** Calls the same passes one after the other, without a pipeline. */
function byHand(text: string, file: string): string {
  const parsed = svg.parse?.(text, { file });
  if (parsed?.ok !== true) throw new Error("the icon is valid");
  const root: XastRoot = parsed.op;
  const call = (pass: typeof roundPaths, op: XastRoot | XastElement): void => {
    const { options, statistics, body } = pass.create();
    void body.runOnOperation(op as never, { options: options.values, statistics } as never);
  };
  call(removeComments as never, root);
  call(cleanupIds as never, root);
  for (const element of elementsIn(root)) if (element.name === "path") call(roundPaths, element);
  for (const element of elementsIn(root)) if (element.name === "svg") call(labelImages, element);
  call(sortAttributes as never, root);
  call(removeComments as never, root);
  return svg.print?.(root) ?? "";
}

describe("the SVG example", () => {
  it("is planned with the plugin in the middle, and paths at every depth", () => {
    expect(inMemory.text()).to.equal(
      "#root(remove-comments,cleanup-ids,**path(round-paths),**svg(label-images{titles=true}),sort-attributes,remove-comments)",
    );
  });

  it("optimizes an image", () => {
    expect(optimized(badge, "badge.svg")).to.equal(
      '<svg class="badge" height="16" role="img" viewBox="0 0 16 16" width="16" xmlns="http://www.w3.org/2000/svg">' +
        '<title>badge</title><defs><linearGradient id="0"><stop offset="0"/></linearGradient></defs>' +
        '<g fill="url(#0)"><g><path d="M1.235 2l4 4"/></g><path d="M0.5 0.25h12.333z"/></g></svg>',
    );
  });

  it("has the plan and the result of its config file", async () => {
    const { session } = await loadSession({ config: example });
    const show = (plan: typeof inMemory.plan): readonly string[] =>
      plan?.steps.map(({ pass, nests }) => [...nests.map(({ anchor }) => anchor), pass].join(" > ")) ?? [];
    expect(show(session?.plan)).to.deep.equal(show(inMemory.plan));
  });

  it("names the file and the line of an input that cannot be parsed", () => {
    const parsed = inMemory.parse("<svg>\n<g></svg>", { file: "broken.svg" });
    expect(parsed.ok ? "" : inMemory.render(parsed.diagnostics[0] as never)).to.match(
      /^error\[PWS0101\]: the svg parser refused the input: .*\n {2}--> broken\.svg:2:\d+\n/,
    );
  });

  it("has for 1,000 icons the same result as the passes called by hand", () => {
    const folder = join(dirname(createRequire(import.meta.url).resolve("bootstrap-icons/package.json")), "icons");
    const files = readdirSync(folder).slice(0, 1000);
    expect(files.length).to.equal(1000);
    const different = files.filter((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      return optimized(text, file) !== byHand(text, file);
    });
    expect(different).to.deep.equal([]);
  });
});
