import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { builtinPlugins, optimize } from "svgo";
import type { Config, XastNode, XastParent } from "svgo";
import { jsonText } from "@passwright/core";
import { itLong, testLevel } from "@passwright/development";
import { verifyWorksOn } from "@passwright/instrument";
import { loadSession } from "@passwright/loader";
import {
  assemble,
  defineFramework,
  defineIr,
  definePlugin,
  renderDiagnostic,
  string,
  UsageError,
} from "@passwright/sdk";
import svgo, { builtIns, fromSvgo, svg, svgoFramework } from "@passwright/svgo";

const folderOf = (name: string): string => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

const images = [join(folderOf("bootstrap-icons"), "icons"), join(folderOf("flag-icons"), "flags/4x3")].flatMap(
  (folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".svg"))
      .map((file) => join(folder, file)),
);

/** Returns all images at the test level `long`, every `step`th image at `usual`, and a third of those at `quick`. */
function corpus(step: number): readonly string[] {
  const every = { quick: step * 3, usual: step, long: 1 }[testLevel()];
  return images.filter((_file, index) => index % every === 0);
}

/**
 * Returns a function that runs an assembled pipeline on a text and returns the printed result. The function throws an
 * error if the run fails.
 */
function optimizer(assembly: ReturnType<typeof assemble<ReturnType<typeof svgoFramework>>>): typeof run {
  function run(text: string, file: string): string {
    const parsed = assembly.parse(text, { file });
    if (!parsed.ok) throw new Error(parsed.diagnostics.map((one) => assembly.render(one)).join("\n"));
    const { ok, root, diagnostics } = assembly.run(parsed.root);
    if (!ok) throw new Error(diagnostics.map((one) => assembly.render(one)).join("\n"));
    return assembly.print(root);
  }
  expect(assembly.diagnostics.map((one) => assembly.render(one))).to.deep.equal([]);
  return run;
}

/** Returns the images for which SVGO and the framework for the same configuration have different results. */
function differing(config: Config, step: number): readonly string[] {
  const ours = optimizer(assemble(svgoFramework(config)));
  return corpus(step).filter((path) => {
    const text = readFileSync(path, "utf8");
    return ours(text, path) !== optimize(text, { ...config, path }).data;
  });
}

const withClass: Config["plugins"] = [
  {
    name: "add-class",
    params: { name: "icon" },
    fn: (_root, params) => ({
      element: {
        enter: (node) => void (node.name === "svg" && (node.attributes["class"] = (params as { name: string }).name)),
      },
    }),
  },
];

const configs: { readonly [what: string]: Config } = {
  "preset-default": {},
  multipass: { multipass: true },
  "a global precision": { floatPrecision: 1 },
  "a printer of its own": { js2svg: { pretty: true, indent: 2 }, datauri: "base64" },
  overrides: {
    floatPrecision: 2,
    plugins: [
      {
        name: "preset-default",
        params: {
          overrides: {
            mergePaths: false,
            convertPathData: { floatPrecision: 0 },
            sortAttrs: { xmlnsOrder: "alphabetical" },
          },
        },
      },
    ],
  },
  "plugins outside of the preset": {
    plugins: [
      "removeDimensions",
      "preset-default",
      "reusePaths",
      { name: "prefixIds", params: { delim: "-" } },
      "removeXlink",
    ],
  },
  "functions, regular expressions and `false` as parameters": {
    multipass: true,
    plugins: [
      { name: "convertPathData", params: { floatPrecision: false, makeArcs: { threshold: 1, tolerance: 1 } } },
      { name: "convertColors", params: { currentColor: /^#f/ } },
      { name: "prefixIds", params: { prefix: (_node, { path = "" }) => String(path.length) } },
      { name: "prefixIds", params: { prefix: "twice" } },
    ],
  },
  "precisions of the preset and of plugins": {
    plugins: [
      { name: "preset-default", params: { floatPrecision: 1, overrides: { mergePaths: { floatPrecision: 0 } } } },
      { name: "cleanupListOfValues", params: { floatPrecision: 2 } },
    ],
  },
  "precisions as a string and as `null`": {
    floatPrecision: "2" as never,
    plugins: ["preset-default", { name: "cleanupNumericValues", params: { floatPrecision: null as never } }],
  },
  "two presets": { plugins: ["preset-default", "removeDimensions", "preset-default"] },
  "a custom plugin in a list without presets": { plugins: ["removeComments", ...withClass, "sortAttrs"] },
};

/** Image with elements that the icons do not have. */
const RARE = `<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- a comment -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10" viewBox="0 0 10 10">
  <title>a</title><desc>Created with a tool.</desc><metadata>b</metadata>
  <style>.c { fill: red }</style><style>.d { fill: blue }</style>
  <defs><path id="p" d="M0 0h1"/><linearGradient id="one"><stop stop-color="red"/></linearGradient><rect width="2" height="2"/></defs>
  <mask><path d="M0 0h2"/></mask><clipPath/><symbol/><glyph d="M 0 0 L 1 0"/><a d="M0 0h2" transform="scale(2)"/>
  <g fill="red" overflow="hidden" transform="scale(2)"><g><ellipse rx="1" ry="1"/></g><line x2="3"/><polyline points="0 0 1 1"/></g>
  <g><path class="c" d="M 0 0 L 1 1" stroke="none"/><path class="d" d="M 0 0 L 1 1"/><path d="M 0 0 L 1 1"/></g>
  <text/><text><tspan/></text><tref/><circle r="2" fill="none" stroke="url(#one)"/>
  <image xlink:href="a.png" width="1" height="1"/><polygon points="0 0 1 1 2 2"/><rect width="0" height="1"/>
</svg>`;

/** Image for which the parameters of most plugins change the result. */
const STYLED = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:e="http://editor.example" width="10.123456" height="1cm" viewBox="0 0 10.123456 10" e:x="1">
  <!-- Generator --><!--! license --><desc>about</desc>
  <style>/*! keep */ /*! also */ .used { fill: #AABBCC } .unused { fill: red } #b { stroke: red } @media print { .used { fill: blue } }</style>
  <rect id="b" class="used x" fill="#AABBCC" stroke="rgb(10, 20, 30)" width="0.5px" height="4.56789"/>
  <g id="keep-1" class="y"><path id="used" fill="red" stroke="currentColor" d="M 2.123456 1 C 2.123456 1.55 1.67 2 1.123456 2 C 0.57 2 0.12 1.55 0.12 1"/></g>
  <path fill="#FF0000" transform="rotate(12.3456789) translate(1.23456789 0)" d="M 0.123456 0 L 1.5 0 L 1.5 1.7 z"/>
  <use href="#used" class="y"/><text id="t"/>
</svg>`;

/** Parameters of SVGO's plugins, in all forms that the plugins accept. */
const forms: readonly (readonly [plugin: string, params: { readonly [name: string]: unknown }])[] = [
  ["addAttributesToSVGElement", { attribute: "data-icon" }],
  [
    "addAttributesToSVGElement",
    { attribute: { "data-icon": 'a "sun", {or} moon', "data-size": 24, focusable: false } },
  ],
  ["addAttributesToSVGElement", { attributes: ["a", { b: "c, d", e: true }, { "xlink:role": "f" }] }],
  ["addClassesToSVGElement", { className: "icon" }],
  ["addClassesToSVGElement", { className: () => "icon" }],
  ["addClassesToSVGElement", { classNames: ["icon", (_node: unknown, { path }: { path: string }) => path] }],
  ["cleanupAttrs", { newlines: false, trim: false, spaces: false }],
  ["cleanupIds", { preserve: "b", preservePrefixes: "keep-", force: true }],
  ["cleanupIds", { preserve: ["b", "t"], preservePrefixes: ["keep-"], force: true }],
  ["cleanupListOfValues", { floatPrecision: 1, leadingZero: false, convertToPx: false }],
  ["cleanupNumericValues", { floatPrecision: 30, leadingZero: false, defaultPx: false, convertToPx: false }],
  ["convertColors", { convertCase: false, shorthex: false, shortname: false }],
  ["convertColors", { convertCase: "upper", currentColor: true }],
  ["convertColors", { currentColor: "red" }],
  ["convertColors", { currentColor: /^#/ }],
  ["convertPathData", { makeArcs: false }],
  ["convertPathData", { makeArcs: true }],
  ["convertPathData", { makeArcs: { threshold: 1 } }],
  ["convertPathData", { makeArcs: { threshold: 1, tolerance: 9 }, floatPrecision: false, transformPrecision: 2 }],
  ["convertShapeToPath", { convertArcs: true, floatPrecision: 1 }],
  ["convertStyleToAttrs", { keepImportant: true }],
  ["convertTransform", { degPrecision: 1, floatPrecision: 1, transformPrecision: 3, collapseIntoOne: false }],
  ["inlineStyles", { onlyMatchedOnce: false, useMqs: ["", "print"], usePseudos: [""] }],
  ["mergePaths", { force: true, floatPrecision: 1, noSpaceAfterFlags: true }],
  ["minifyStyles", { usage: false, comments: false }],
  ["minifyStyles", { usage: true, comments: true, restructure: false, forceMediaMerge: true }],
  ["minifyStyles", { usage: { ids: false, force: true }, comments: "first-exclamation" }],
  ["prefixIds", { prefix: "p", delim: "", prefixClassNames: false }],
  ["prefixIds", { prefix: false }],
  ["prefixIds", { prefix: ({ name }: { name: string }) => name }],
  ["removeAttributesBySelector", { selector: "rect", attributes: "fill" }],
  ["removeAttributesBySelector", { selector: "[fill='red']", attributes: ["fill", "stroke"] }],
  [
    "removeAttributesBySelector",
    {
      selectors: [
        { selector: '[class~="used"], use', attributes: "fill" },
        { selector: "path", attributes: ["id", "d"] },
      ],
    },
  ],
  ["removeAttrs", { attrs: "(fill|stroke)" }],
  ["removeAttrs", { attrs: ["path:fill:#[A-F]{2}.*", "use:*"], preserveCurrentColor: true }],
  ["removeAttrs", { attrs: "path|stroke", elemSeparator: "|" }],
  ["removeComments", { preservePatterns: false }],
  ["removeComments", { preservePatterns: [/^ Gen/, "license"] }],
  ["removeDeprecatedAttrs", { removeUnsafe: true }],
  ["removeDesc", { removeAny: true }],
  ["removeEditorsNSData", { additionalNamespaces: ["http://editor.example"] }],
  ["removeElementsByAttr", { id: "b", class: "y" }],
  ["removeElementsByAttr", { id: ["b", "t"], class: ["x", "y"] }],
  ["removeEmptyText", { text: false }],
  ["removeUnknownsAndDefaults", { unknownAttrs: false, keepRoleAttr: true }],
  ["removeUselessStrokeAndFill", { removeNone: true }],
  ["removeXlink", { includeLegacy: true }],
  ["sortAttrs", { order: ["stroke", "fill"], xmlnsOrder: "alphabetical" }],
];

/** Returns the message of the error that a call throws. */
function refusalOf(call: () => unknown): string {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof UsageError) return renderDiagnostic(thrown.diagnostic);
    throw thrown;
  }
  return "";
}

describe("svgo", () => {
  for (const [pass, params] of forms) {
    it(`has options of \`${pass}\` for the parameters ${jsonText(params)}`, () => {
      const plugins = [{ name: pass, params }] as unknown as NonNullable<Config["plugins"]>;
      const empty = svgoFramework({ plugins: [] });
      const inserted = assemble(empty, { insert: [{ pass, end: true, options: params }] as never });
      const set = assemble(svgoFramework({ plugins: [pass as never] }), {
        overrides: [{ set: pass, options: params as never }],
      });
      const configured = assemble(svgoFramework({ plugins }));
      for (const assembly of [inserted, set, configured]) {
        const [step] = assembly.plan?.steps ?? [];
        expect(step?.options).to.deep.equal(params);
        expect(step?.types).to.deep.equal(builtIns.get(pass)?.declaration.types);
        for (const text of [RARE, STYLED])
          expect(optimizer(assembly)(text, "a.svg")).to.equal(optimize(text, { path: "a.svg", plugins }).data);
      }
    });
  }

  for (const [what, config] of Object.entries(configs)) {
    it(`gives SVGO's bytes with ${what}`, () => {
      expect(differing(config, what === "preset-default" ? 30 : 60)).to.deep.equal([]);
    });
  }

  it("gives SVGO's bytes with a precision that a config chooses", () => {
    const ours = optimizer(assemble(svgo, { option: { floatPrecision: 1 } }));
    for (const path of corpus(60)) {
      const text = readFileSync(path, "utf8");
      expect(ours(text, path)).to.equal(optimize(text, { path, floatPrecision: 1 }).data);
    }
  });

  itLong("has plugins with correct declarations of what they create and work on", () => {
    const noisy = ["addAttributesToSVGElement", "addClassesToSVGElement", "removeAttributesBySelector", "removeAttrs"];
    const all = [...builtIns.keys()].filter((name) => !noisy.includes(name));
    const assembly = assemble(svgoFramework({ plugins: [...all, "preset-default"] as never }));
    const images = corpus(30).map((path) => [path, readFileSync(path, "utf8")] as const);
    for (const [path, text] of [...images, ["rare.svg", RARE] as const]) {
      const parsed = assembly.parse(text, { file: path });
      if (!parsed.ok) throw new Error("the image is valid");
      const { diagnostics } = assembly.run(parsed.root, { instrumentations: [verifyWorksOn(svg as never)] });
      expect(diagnostics.map((one) => assembly.render(one))).to.deep.equal([]);
    }
  });

  it("gives SVGO's bytes for images without the elements that a plugin works on", () => {
    for (const [pass, { declaration }] of builtIns) {
      const names = declaration.worksOn as readonly string[] | undefined;
      if (names === undefined) continue;
      const drop = (node: XastNode, parent: XastParent): void => {
        if (names.includes((node as { readonly name?: string }).name ?? ""))
          parent.children = parent.children.filter((child) => child !== node);
      };
      const ours = optimizer(assemble(svgoFramework({ plugins: [pass as never] })));
      for (const image of [RARE, STYLED, RARE.replace(/xmlns:xlink="[^"]*" /, "").replaceAll("xlink:", "")]) {
        const text = optimize(image, { plugins: [{ name: "drop", fn: () => ({ element: { enter: drop } }) }] }).data;
        const { data } = optimize(text, { path: "a.svg", plugins: [pass as never] });
        expect(ours(text, "a.svg"), pass).to.equal(data);
      }
    }
  });

  it("has an option for every parameter that it names, and SVGO's code reads it", () => {
    const folder = join(dirname(fileURLToPath(import.meta.resolve("svgo"))), "..");
    const unread = [...builtIns].flatMap(([name, { options }]) => {
      const code = readFileSync(join(folder, "plugins", `${name}.js`), "utf8");
      return Object.keys(options)
        .filter((option) => !code.includes(option))
        .map((option) => `${name}.${option}`);
    });
    expect(unread).to.deep.equal([]);
    const shipped = builtinPlugins.filter(({ isPreset }) => isPreset !== true).map(({ name }) => name);
    expect([...builtIns.keys()]).to.deep.equal(shipped);
  });

  it("expands presets, in SVGO's order, and keeps plugins that are listed twice separate", () => {
    const { plan } = assemble(svgoFramework(configs["functions, regular expressions and `false` as parameters"] ?? {}))
      .graph?.pipelines[0] ?? { plan: undefined };
    expect(plan?.steps.map(({ pass }) => pass)).to.deep.equal([
      "convertPathData",
      "convertColors",
      "prefixIds",
      "prefixIds",
    ]);
  });

  it("takes plugins into the middle of preset-default, in every round", () => {
    const seen: number[] = [];
    const spy = fromSvgo({ name: "spy", fn: (_root, _params, { multipassCount }) => void seen.push(multipassCount) });
    const plugin = definePlugin({ name: "spy", passes: [spy], insert: [{ pass: "spy", at: "shapes.end" }] });
    const ours = optimizer(assemble(svgoFramework({ multipass: true }), { plugins: [plugin as never] }));
    const text = '<svg xmlns="http://www.w3.org/2000/svg"><g><g><path d="M0 0h1"/></g></g></svg>';
    expect(ours(text, "a.svg")).to.equal(optimize(text, { path: "a.svg", multipass: true }).data);
    expect(seen).to.deep.equal([0, 1]);
  });

  it("fails where SVGO fails, and names the plugin and the file", () => {
    const broken: Config = {
      plugins: [
        {
          name: "broken",
          fn: () => {
            throw new TypeError("no such luck");
          },
        },
      ],
    };
    const run = optimizer(assemble(svgoFramework(broken)));
    expect(() => optimize("<svg/>", broken)).to.throw(TypeError, "no such luck");
    expect(() => run("<svg/>", "a.svg")).to.throw(
      /^error\[PWC0406\]: pass `broken` threw on '#root'.*no such luck\n {2}--> a\.svg/,
    );
    expect(() => run("<svg>\n<g></svg>", "b.svg")).to.throw(/the svg parser refused the input: .*\n {2}--> b\.svg:2:/);
  });

  it("fails where SVGO fails to read the result of a round, and does not blame a pass", () => {
    const attribute = { name: "addAttributesToSVGElement", params: { attribute: "data-icon" } } as const;
    const config: Config = { multipass: true, plugins: [attribute] };
    const text = '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>';
    expect(() => optimize(text, config)).to.throw("1:50: Attribute without value");
    expect(() => optimizer(assemble(svgoFramework(config)))(text, "a.svg")).to.throw(
      `error[PWC0501]: SVGO cannot read the result of round 1: Attribute without value (line 1, column 50)
  --> a.svg, step next-round
   = in pipeline \`next-round\`
help: correct the plugin that makes this result, or disable \`multipass\``,
    );
  });

  it("keeps types, and shows options, if a configuration sets a precision or parameters without an option", () => {
    const stepsFor = (config: object): readonly string[] => {
      const { plan, diagnostics, render } = assemble(svgoFramework(config));
      expect(diagnostics.map((one) => render(one))).to.deep.equal([]);
      return (plan?.steps ?? []).map(({ pass, types, options }) => `${pass} ${types.join()} ${jsonText(options)}`);
    };
    const preset = (params: object) => ({ plugins: [{ name: "preset-default", params }] });
    expect(stepsFor(preset({ floatPrecision: 1 }))).to.deep.equal(stepsFor({ floatPrecision: 1 }));
    expect(stepsFor({ floatPrecision: 1, ...preset({ floatPrecision: 3 }) })).to.deep.equal(
      stepsFor({ floatPrecision: 1 }),
    );
    const cleanup = { preserve: "a", remove: null, more: { of: Symbol.iterator } };
    const withFixed = stepsFor(preset({ overrides: { cleanupIds: cleanup } }));
    expect(withFixed.filter((step) => step.startsWith("cleanupIds"))).to.deep.equal([
      'cleanupIds Normalization {"preserve":"a"}',
    ]);
    expect(withFixed.filter((step) => step.includes(" Unknown "))).to.deep.equal([]);
  });

  it("accepts `removeViewBox: false`, which configurations for SVGO 3 contain", () => {
    const overrides = { removeViewBox: false };
    const framework = svgoFramework({ plugins: [{ name: "preset-default", params: { overrides } as never }] });
    expect(assemble(framework).text()).to.equal(assemble(svgoFramework()).text());
  });

  it("gives SVGO's bytes if `overrides` contain `true`, which does not change a plugin", () => {
    const overrides = { mergePaths: true, convertColors: false } as object;
    const config: Config = { plugins: [{ name: "preset-default", params: { overrides } }] };
    expect(differing(config, 500)).to.deep.equal([]);
  });

  it("gives SVGO's bytes with `convertOneStopGradients` on an image without gradients", () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><path/></svg>';
    const config: Config = { plugins: ["convertOneStopGradients"] };
    const assembly = assemble(svgoFramework(config));
    const parsed = assembly.parse(text, { file: "a.svg" });
    if (!parsed.ok) throw new Error("the image is valid");
    expect(assembly.print(assembly.run(parsed.root).root)).to.equal(optimize(text, config).data);
  });

  it("refuses a precision that is not a number of digits", () => {
    const [problem] = assemble(svgoFramework(), { option: { floatPrecision: "two" } }).diagnostics;
    expect(problem && renderDiagnostic(problem)).to.equal(
      `error[PWL0410]: option \`floatPrecision\` must be a whole number from 0 to 100, or true or false, not "two"
  --> framework svgo
help: change the value of option \`floatPrecision\``,
    );
  });

  it("refuses keys and plugins that SVGO does not have", () => {
    const refusal = (config: Config): string => refusalOf(() => svgoFramework(config));
    expect(refusal({ plugins: ["preset-default", "removeEverything" as never] })).to.equal(
      `error[PWV0101]: invalid SVGO configuration: \`plugins[1]\` is \`removeEverything\`, which is not a plugin of SVGO
help: correct the name, or write your own plugin as \`{ name: "removeEverything", fn }\``,
    );
    expect(refusal({ plugins: [{ name: "preset-defualt" } as never] })).to.equal(
      `error[PWV0101]: invalid SVGO configuration: \`plugins[0]\` is \`preset-defualt\`, which is not a plugin of SVGO
help: did you mean \`preset-default\`?`,
    );
    const overriding = (overrides: object): string =>
      refusal({ plugins: [{ name: "preset-default", params: { overrides } as never }] });
    expect(overriding({ convertPathDat: false })).to.equal(
      `error[PWV0101]: invalid SVGO configuration: \`plugins[0].params.overrides\` contains \`convertPathDat\`, which is not a plugin of the preset
help: did you mean \`convertPathData\`?`,
    );
    expect(overriding({ removeViewBox: {} })).to.equal(
      `error[PWV0101]: invalid SVGO configuration: \`plugins[0].params.overrides\` contains \`removeViewBox\`, which is not a plugin of the preset
help: remove \`removeViewBox\` here, or add the plugin to \`plugins\``,
    );
    expect(overriding({ mergePaths: "force" })).to.equal(
      `error[PWV0101]: invalid SVGO configuration: \`plugins[0].params.overrides.mergePaths\` must be false or an object
help: write \`false\` to disable the plugin, or its parameters`,
    );
    expect(refusal({ plugin: [] } as never)).to.equal(
      `error[PWV0101]: the SVGO configuration: unknown key \`plugin\`; did you mean \`plugins\`?
help: correct the SVGO configuration`,
    );
    expect(refusal({ bogus: [] } as never)).to.equal(
      `error[PWV0101]: the SVGO configuration: unknown key \`bogus\`
help: correct the SVGO configuration`,
    );
    expect(refusal({ plugins: {} as never })).to.equal(
      `error[PWV0101]: the SVGO configuration: \`plugins\` must be a list, not an object
help: correct the SVGO configuration`,
    );
    expect(refusal((() => ({})) as never)).to.equal(
      `error[PWV0101]: the SVGO configuration: a table of settings is required
help: correct the SVGO configuration`,
    );
    for (const [config, message] of [
      [{ datauri: "url" }, 'the SVGO configuration: `datauri` must be "base64", "enc" or "unenc", not "url"'],
      [{ floatPrecision: -1 }, "the SVGO configuration: `floatPrecision` must be a whole number from 0 to 100, not -1"],
      [{ multipass: "yes" }, 'the SVGO configuration: `multipass` must be true or false, not "yes"'],
      [{ js2svg: { pretty: "yes" } }, '`js2svg` of the SVGO configuration: `pretty` must be true or false, not "yes"'],
      [{ js2svg: { ident: 2 } }, "`js2svg` of the SVGO configuration: unknown key `ident`; did you mean `indent`?"],
      [
        { plugins: [{ name: "removeDesc", params: "removeAny" }] },
        "invalid SVGO configuration: `plugins[0].params` must be an object",
      ],
    ] as const)
      expect(refusal(config as never).split("\n")[0]).to.equal(`error[PWV0101]: ${message}`);
    expect(refusal({ plugins: [{} as never] })).to.equal(
      `error[PWV0101]: invalid SVGO configuration: \`plugins[0]\` does not have a name
help: use a name, or \`{ name, params }\``,
    );
  });

  it("refuses settings in entries of `plugins` that SVGO ignores", () => {
    const own = { name: "theme", fn: () => null };
    for (const [entry, message, help] of [
      [
        { name: "convertPathData", param: {} },
        "unknown setting `param` of `plugins[0]` of the SVGO configuration",
        "did you mean `params`?",
      ],
      [
        { name: "preset-default", overrides: {} },
        "unknown setting `overrides` of `plugins[0]` of the SVGO configuration",
        "move `overrides` to `params`",
      ],
      [
        { name: "preset-default", floatPrecision: 2 },
        "unknown setting `floatPrecision` of `plugins[0]` of the SVGO configuration",
        "move `floatPrecision` to `params`",
      ],
      [
        { name: "removeViewBox", active: false },
        "unknown setting `active` of `plugins[0]` of the SVGO configuration",
        "remove the plugin from `plugins`, or disable it in `params.overrides` of the preset",
      ],
      [
        { ...own, active: false },
        "unknown setting `active` of `plugins[0]` of the SVGO configuration",
        "remove the plugin from `plugins`, or disable it in `params.overrides` of the preset",
      ],
      [
        { ...own, parms: {} },
        "unknown setting `parms` of `plugins[0]` of the SVGO configuration",
        "did you mean `params`?",
      ],
      [
        { name: "preset-default", params: { mergePaths: false } },
        "unknown setting `mergePaths` of `plugins[0].params` of the SVGO configuration",
        "move `mergePaths` to `overrides`",
      ],
      [
        { name: "preset-default", params: { overide: {} } },
        "unknown setting `overide` of `plugins[0].params` of the SVGO configuration",
        "did you mean `overrides`?",
      ],
    ] as const)
      expect(refusalOf(() => svgoFramework({ plugins: [entry as never] }))).to.equal(
        `error[PWV0101]: ${message}\nhelp: ${help}`,
      );
    const module = { ...own, type: "visitor", description: "a theme", active: true, author: "me" };
    expect(assemble(svgoFramework({ plugins: [module as never] })).text()).to.equal("#root(theme)");
  });

  it("refuses visitors that have no effect", () => {
    const problemOf = (fn: unknown): string => {
      const assembly = assemble(svgoFramework({ plugins: [{ name: "theme", fn: fn as never }] }));
      const parsed = assembly.parse("<svg/>", { file: "a.svg" });
      if (!parsed.ok) throw new Error("the image is valid");
      return assembly.run(parsed.root).diagnostics.map(renderDiagnostic).join("\n");
    };
    for (const [fn, message, help] of [
      [
        async () => ({}),
        "`fn` of plugin `theme` returned a promise, which SVGO ignores",
        "make `fn` a synchronous function",
      ],
      [
        () => ({ elment: { enter() {} } }),
        "the visitor of plugin `theme`: unknown key `elment`; did you mean `element`?",
        "correct the visitor of plugin `theme`",
      ],
      [
        () => ({ element() {} }),
        "the visitor of plugin `theme`: `element` must be an object with the synchronous functions `enter` and `exit`",
        undefined,
      ],
      [
        () => ({ element: { entr() {} } }),
        "the visitor of plugin `theme`: `element` must be an object with the synchronous functions `enter` and `exit`",
        undefined,
      ],
      [
        () => ({ element: { async enter() {} } }),
        "the visitor of plugin `theme`: `element` must be an object with the synchronous functions `enter` and `exit`",
        undefined,
      ],
      [
        () => ({ element: { *exit() {} } }),
        "the visitor of plugin `theme`: `element` must be an object with the synchronous functions `enter` and `exit`",
        undefined,
      ],
      [
        () => ({ element: { enter: () => Promise.reject(new Error("late")) } }),
        "`enter` of type `element` returned a promise, which SVGO ignores",
        "make `enter` a synchronous function",
      ],
      [
        () => ({ root: { exit: () => Promise.resolve() } }),
        "`exit` of type `root` returned a promise, which SVGO ignores",
        "make `exit` a synchronous function",
      ],
      [
        () => Promise.reject(new Error("late")),
        "`fn` of plugin `theme` returned a promise, which SVGO ignores",
        "make `fn` a synchronous function",
      ],
      [() => () => {}, "the visitor of plugin `theme`: a table of settings is required", undefined],
      [() => ({ path: { enter() {} } }), "the visitor of plugin `theme`: unknown key `path`", undefined],
    ] as const) {
      const text = problemOf(fn);
      expect(text).to.contain(`error[PWV0103]: ${message}`);
      if (help !== undefined) expect(text).to.contain(`help: ${help}`);
    }
    expect(problemOf(() => ({ elment: {} }))).to.equal(
      `error[PWV0103]: the visitor of plugin \`theme\`: unknown key \`elment\`; did you mean \`element\`?
  --> a.svg, step theme
   = in pass \`theme\` on '#root'
help: correct the visitor of plugin \`theme\``,
    );
    const object = (): unknown => ({ element: { enter: () => ({ value: 1 }) } });
    for (const fn of [() => null, () => undefined, () => ({}), () => ({ element: {}, text: undefined }), object])
      expect(problemOf(fn)).to.equal("");
  });

  it("passes the parameters of a plugin, of the settings and of the config to the plugin", () => {
    const given: unknown[] = [];
    const params = { text: "plugin", depth: 1, mode: "plugin" };
    const plugin = { name: "theme", params, fn: (_root: unknown, values: object) => void given.push(values) };
    const pass = fromSvgo(plugin as never, {
      params: { depth: 2, mode: "settings" },
      options: { mode: string("", "a mode") },
    });
    optimizer(assemble(svgo, { insert: [{ pass, end: true, options: { mode: "config" } }] }))("<svg/>", "a.svg");
    expect(given).to.deep.equal([{ text: "plugin", depth: 2, mode: "config" }]);
  });

  it("refuses plugins without name or function, and settings that `fromSvgo` does not have", () => {
    const refusal = (...args: readonly unknown[]): string => refusalOf(() => fromSvgo(...(args as [never])));
    const fn = (): void => {};
    expect(refusal("removeDimensions")).to.equal(
      `error[PWV0102]: the plugin in \`fromSvgo\` does not have \`name\` and \`fn\`
help: pass \`{ name: "removeDimensions", fn }\`, or use \`builtIns.get("removeDimensions")\` for a plugin of SVGO`,
    );
    expect(refusal({ name: "theme" })).to.equal(
      `error[PWV0102]: the plugin in \`fromSvgo\` does not have \`fn\`
help: pass \`{ name: "theme", fn }\`, or use \`builtIns.get("theme")\` for a plugin of SVGO`,
    );
    for (const plugin of [undefined, () => {}]) {
      expect(refusal(plugin)).to.match(
        /^error\[PWV0102\]: the plugin in `fromSvgo` does not have .*`fn`\nhelp: pass `{ name: "my-plugin", fn }`$/,
      );
    }
    expect(refusal({ fn })).to.equal(
      `error[PWV0102]: the plugin in \`fromSvgo\` does not have \`name\`
help: pass \`{ name: "my-plugin", fn }\``,
    );
    expect(refusal({ name: "theme", fn }, { param: {} })).to.equal(
      `error[PWC0105]: \`fromSvgo\`: unknown key \`param\`; did you mean \`params\`?
help: \`params\` contains the parameters of the plugin`,
    );
    expect(refusal({ name: "theme", fn }, { colors: [] })).to.equal(
      `error[PWC0105]: \`fromSvgo\`: unknown key \`colors\`
help: \`params\` contains the parameters of the plugin`,
    );
  });

  it("refuses its passes in pipelines on other IRs", () => {
    const css = defineIr({ name: "css", root: "#root", nameOf: () => "#root", childrenOf: () => [] });
    const theme = fromSvgo({ name: "theme", fn: () => ({}) });
    const assembly = assemble(defineFramework({ name: "styles", ir: css, passes: [], pipeline() {} }), {
      insert: [{ pass: theme as never, end: true }],
    });
    expect(assembly.diagnostics.map((one) => assembly.render(one))).to.deep.equal([
      `error[PWB0409]: \`theme\` is for IR \`svg\`, but the pipeline runs on IR \`css\` at this position
  --> step program::theme
   = position of \`theme\`: at the end, in \`#root(theme)\` (config program)
help: add a conversion to IR \`svg\`, or remove \`theme\``,
    ]);
  });

  it("runs the example, with a plugin by another author between SVGO's", async () => {
    const example = fileURLToPath(new URL("../../../examples/svgo", import.meta.url));
    const { session } = await loadSession({ config: example });
    const steps = session?.plan?.steps.map(({ pass }) => pass) ?? [];
    expect(steps.slice(steps.indexOf("convertColors"), steps.indexOf("convertColors") + 3)).to.deep.equal([
      "convertColors",
      "theme-colors",
      "removeUnknownsAndDefaults",
    ]);
  });
});
