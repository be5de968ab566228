import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { checkGolden } from "@passwright/development";
import { makeWorkplace } from "./workplace.ts";

/** Returns all files below a folder, with their contents, as one text. */
function tree(folder: string, below = ""): string {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return tree(folder, path);
      return `==== ${path}\n${readFileSync(join(folder, path), "utf8")}`;
    })
    .join("");
}

describe("passwright new", () => {
  for (const [kind, flags] of [
    ["plugin", []],
    ["plugin", ["--js"]],
    ["framework", []],
    ["framework", ["--js"]],
    ["framework", ["--for", "tree"]],
    ["framework", ["--for", "tree", "--js"]],
    ["plugin", ["--for", "svgo"]],
    ["plugin", ["--for", "svgo", "--js"]],
    ["plugin", ["--for", "unified"]],
    ["plugin", ["--for", "unified", "--js"]],
    ["plugin", ["--for", "postcss"]],
    ["plugin", ["--for", "postcss", "--js"]],
    ["plugin", ["--for", "babel"]],
    ["plugin", ["--for", "babel", "--js"]],
  ] as const) {
    const language = (flags as readonly string[]).includes("--js") ? "js" : "ts";
    const of = flags[0] === "--for" ? `${kind}-${flags[1]}` : kind;

    it(`makes a ${of} in ${language}, with its name throughout`, async () => {
      const { passwright, folder } = makeWorkplace({});
      const said = await passwright("new", kind, `@you/passwright-plugin-3d-fold`, ...flags);
      const made = tree(join(folder, "passwright-plugin-3d-fold"));
      expect(made).not.to.match(/template-?(package|pass|framework|tool|version|api)|<!--/i);
      if (language === "js") expect(made).not.to.match(/src\/[\w/-]+\.ts\b/);
      checkGolden(`${said}${made}`, `new-${of}-${language}.txt`, import.meta.url);
      expect(readdirSync(folder).sort()).to.deep.equal(["node_modules", "package.json", "passwright-plugin-3d-fold"]);
    });
  }

  it("creates files in an existing folder, beside others", async () => {
    const { passwright, folder } = makeWorkplace({ "shop/LICENSE": "mine\n" });
    const [plain] = [await passwright("new", "plugin", "mint", "shop/deep/er")];
    expect(plain).to.contain("cd shop/deep/er\n");
    expect(await passwright("new", "plugin", "mint", "shop")).to.contain("src/passes/mint.ts");
    expect(readdirSync(join(folder, "shop"))).to.include.members(["LICENSE", "package.json", "deep"]);
    expect(readFileSync(join(folder, "shop/LICENSE"), "utf8")).to.equal("mine\n");
  });

  it("overwrites nothing, and then writes nothing at all", async () => {
    const { passwright, folder } = makeWorkplace({ "mint/src/index.ts": "mine\n" });
    expect(await passwright("new", "plugin", "mint", "--json")).to.contain("PWR0602");
    expect(tree(join(folder, "mint"))).to.equal("==== src/index.ts\nmine\n");
    // Refused, because both passes would have the same name.
    expect(await passwright("new", "plugin", "@other/mint")).to.contain("exit 1");
  });

  it("leaves no files behind when it cannot write all", async function () {
    const { passwright, folder } = makeWorkplace({});
    mkdirSync(join(folder, "mint/test"), { recursive: true });
    // A file at the path of a folder makes writing fail after some files were written.
    writeFileSync(join(folder, "mint/src"), "in the way\n");
    expect(await passwright("new", "plugin", "mint")).to.match(/PWR0603.*exit 1/s);
    expect(tree(join(folder, "mint"))).to.equal("==== src\nin the way\n");
    if (process.getuid?.() === 0) return;
    chmodSync(folder, 0o555);
    expect(await passwright("new", "plugin", "lemon")).to.contain("PWR0603");
    chmodSync(folder, 0o755);
    expect(existsSync(join(folder, "lemon"))).to.equal(false);
  });

  it("refuses names that npm refuses", async () => {
    const { passwright, folder } = makeWorkplace({});
    for (const name of [
      "Mint",
      "../mint",
      ".mint",
      "_mint",
      "node_modules",
      "mint tea",
      "@you",
      "@you/",
      "a".repeat(215),
    ]) {
      expect(await passwright("new", "plugin", name), name).to.match(/PWR0601.*exit 2/s);
    }
    expect(readdirSync(folder).sort()).to.deep.equal(["node_modules", "package.json"]);
  });

  it("makes a pass in the current package, and prints where to name it", async () => {
    const { passwright, folder } = makeWorkplace({});
    await passwright("new", "plugin", "mint");
    const said = await passwright("new", "pass", "delete", "mint/src");
    checkGolden(said, "new-pass.txt", import.meta.url);
    expect(readFileSync(join(folder, "mint/src/passes/delete.ts"), "utf8")).to.contain("export const deletePass");
    expect(await passwright("new", "pass", "delete", "mint")).to.match(/PWR0602.*exit 1/s);
    expect(await passwright("new", "pass", "a(b)", "mint")).to.match(/PWC0101.*exit 2/s);
    await passwright("new", "framework", "lemon", "--js");
    expect(await passwright("new", "pass", "fold", "lemon", "--json")).to.contain("src/passes/fold.js");
  });

  it("makes a pass in a framework, whose pipeline it goes into: its manifest declares no passes, and needs none", async () => {
    const { passwright } = makeWorkplace({});
    await passwright("new", "framework", "lemon", "--js");
    expect(await passwright("new", "pass", "fold", "lemon")).to.contain(
      "  in src/index.js, add to `pipeline`: functions.addPass(foldPass);\n  npm test",
    );
  });

  it("makes a framework for a tree that is planned, run, checked and explained at once", async () => {
    const { passwright } = makeWorkplace({});
    await passwright("new", "framework", "@you/calc", "--for", "tree", "--js");
    expect(await passwright("plan", "calc")).to.match(/^--- out\ncalc 0\.1\.0 · program · O1 · 1 plugin · 4 steps\n/);
    const result = "read side\nprint side + side\nprint side * 10 - 3\n";
    expect(await passwright("run", "calc")).to.equal(`--- out\n${result}--- exit 0\n`);
    expect(await passwright("check", "calc")).to.contain("resolves: 4 steps, 1 plugin");
    expect(await passwright("explain", "calc", "fold-constants")).to.contain("later passes see numbers");
  });

  it("describes a plugin of a framework for a tree as the example plugin is", async () => {
    const { passwright, folder } = makeWorkplace({});
    await passwright("new", "framework", "calc", "--for", "tree");
    const read = (path: string): string => readFileSync(join(folder, "calc", path), "utf8");
    const [, shown = ""] = /^```json\n([^]*?)^```$/m.exec(read("README.md")) ?? [];
    const { private: _, ...example } = JSON.parse(read("example-plugin/package.json")) as { private: boolean };
    expect(JSON.parse(shown)).to.deep.equal(example);
    expect(read("README.md")).to.contain("definePluginFor<typeof framework>()");
    await passwright("new", "framework", "calc-js", "--for", "tree", "--js");
    expect(readFileSync(join(folder, "calc-js/README.md"), "utf8")).not.to.contain("definePluginFor");
  });

  it("makes a pass in a framework for a tree, without the embedded IR", async () => {
    const { passwright, folder } = makeWorkplace({});
    await passwright("new", "framework", "calc", "--for", "tree", "--js");
    expect(await passwright("new", "pass", "count", "calc")).to.contain("builder.addPass(countPass);");
    expect(readFileSync(join(folder, "calc/src/passes/count.js"), "utf8")).not.to.contain("@passwright/ir");
    const index = join(folder, "calc/src/index.js");
    const text = readFileSync(index, "utf8");
    writeFileSync(
      index,
      `import { countPass } from "./passes/count.js";\n${text}`
        .replace("removeUnused],", "removeUnused, countPass],")
        .replace("pipeline(builder) {", "$&\n    builder.addPass(countPass);"),
    );
    expect(await passwright("run", "calc", "--stats")).to.contain("count           1  operations");
  });

  it("refuses templates that do not exist, and names those that do", async () => {
    const { passwright } = makeWorkplace({});
    expect(await passwright("new", "framework", "calc", "--for", "babel")).to.match(
      /PWR0012[^]*`babelFramework\(…\)` of `@passwright\/babel`[^]*`--for tree`[^]*exit 2/,
    );
    expect(await passwright("new", "plugin", "calc", "--for", "tree")).to.match(/PWR0012[^]*`svgo`[^]*exit 2/);
  });

  describe("for an installed framework", () => {
    const framework = (ir = 'extensions: [".words"], parse: (text) => ({ text }),'): string =>
      `import { defineFramework, defineIr } from "@passwright/sdk";
const ir = defineIr({ name: "words", nameOf: () => "words", childrenOf: () => [], print: ({ text }) => text, ${ir} });
export default defineFramework({
  name: "words",
  ir,
  extensionPoints: { checked: { since: "1.0", doc: "the words are checked" } },
  pipeline: (b) => void b.addExtensionPoint("checked"),
});
`;
    const json =
      '{ "name": "words", "version": "1.2.0", "type": "module", "exports": "./index.js", "passwright": { "kind": "framework", "api": "^1.0.0" } }\n';
    const files = {
      "node_modules/words/package.json": json,
      "node_modules/words/index.js": framework(),
      "node_modules/words/test/node_modules/a.words": "of another package\n",
      "node_modules/words/test/b.words": "one two\n",
      "node_modules/words/test/c.words": "three\n",
    };

    for (const language of ["ts", "js"])
      it(`makes a plugin in ${language}, with a position and an example of the framework`, async () => {
        const { passwright, folder } = makeWorkplace(files);
        const said = await passwright(
          "new",
          "plugin",
          "count",
          "--for",
          "words",
          ...(language === "js" ? ["--js"] : []),
        );
        const made = tree(join(folder, "count"));
        expect(made).not.to.match(/template-?(package|pass|framework|tool|host|version|api|point|example)|<!--/i);
        checkGolden(`${said}${made}`, `new-plugin-framework-${language}.txt`, import.meta.url);
        if (language === "ts") return;
        expect(await passwright("run", "count", "--stats")).to.contain("count::count  1  operations");
      });

    it("adds the pass at the end of a pipeline without extension points", async () => {
      const index = framework()
        .replace(/ {2}extensionPoints.*\n/, "")
        .replace('b.addExtensionPoint("checked")', "b");
      const { passwright, folder } = makeWorkplace({ ...files, "node_modules/words/index.js": index });
      await passwright("new", "plugin", "count", "--for", "words", "--js");
      expect(readFileSync(join(folder, "count/src/index.js"), "utf8")).to.contain("pass: countPass, end: true,");
    });

    it("refuses frameworks that lack information, and packages that are not frameworks", async () => {
      const refusal = async (host: string, more: { readonly [path: string]: string }): Promise<string> =>
        makeWorkplace({ ...files, ...more }).passwright("new", "plugin", "count", "--for", host);
      const texts = [
        await refusal("words", { "node_modules/words/index.js": framework("") }),
        await refusal("words", {
          "node_modules/words/index.js": framework('extensions: [".w"], parse: (text) => ({ text }),'),
        }),
        await refusal("words", {
          "node_modules/words/index.js": framework('extensions: [".words"], parse() { throw 0; },'),
        }),
        await refusal("words", {
          "node_modules/words/index.js": framework()
            .replaceAll("defineFramework", "defineGraphFramework")
            .replace(
              / {2}extensionPoints.*\n.*\n/,
              '  graph: (graph) => graph.registerPipeline("main", {}, () => undefined),\n',
            ),
        }),
        await refusal("lodash", { "node_modules/lodash/package.json": '{ "name": "lodash" }' }),
        await refusal("postcs", {}),
        await refusal("./node_modules/words/index.js", {}),
        await makeWorkplace(files).passwright("new", "pass", "count", "--for", "words"),
        await makeWorkplace(files).passwright("new", "framework", "count", "--for", "words"),
      ];
      checkGolden(texts.join("\n"), "new-plugin-framework-refused.txt", import.meta.url);
    });
  });

  it("takes the package around for a plugin or framework by its manifest: a config there is none", async () => {
    const config = '{ "name": "mint", "passwright": { "framework": "passwright-example-kiln" } }\n';
    const { passwright } = makeWorkplace({ "mint/package.json": config });
    expect(await passwright("new", "pass", "fold", "mint")).to.match(/PWR0604.*exit 2/s);
  });
});
