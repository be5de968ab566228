import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";

/**
 * Framework with a graph. A conversion in the first pipeline changes the IR. The second pipeline runs on the new IR,
 * and a jump runs this pipeline again.
 */
const framework = `import { defineConversion, defineGraphFramework, defineIr, definePass } from "@passwright/sdk";

const irOf = (name, ending) =>
  defineIr({
    name,
    root: name,
    extensions: [ending],
    parse: (text) => ({ of: name, words: text.trim().split(" ") }),
    nameOf: (doc) => doc.of,
    childrenOf: () => [],
    print: (doc) => doc.words.join(" ") + "\\n",
  });
const [ast, code] = [irOf("ast", ".ast"), irOf("code", ".code")];
const say = (name, ir) => definePass({ name, ir, runOnOperation: (doc) => void doc.words.push(name) });
const generate = defineConversion({
  name: "generate",
  from: ast,
  to: code,
  convert: ({ words }) => ({ of: "code", words: [...words, "generate"] }),
});
const [fold, indent] = [say("fold", ast), say("indent", code)];
const again = definePass({
  name: "again",
  ir: code,
  runOnOperation(doc, pass) {
    doc.words.push("again");
    if (doc.words.filter((one) => one === "again").length === 1) pass.requestJump("print", "once more");
  },
});

export default defineGraphFramework({
  name: "compiler",
  ir: ast,
  passes: [fold, generate, indent, again],
  graph(graph) {
    const read = graph.makeBuilder();
    read.addPass(fold);
    read.addPass(generate);
    graph.registerPipeline("read", {}, read);
    const print = graph.makeBuilder("code");
    print.addPass(indent);
    print.addPass(again);
    graph.registerPipeline("print", { predecessors: ["read"], jumpTargets: ["print"] }, print);
  },
});
`;

const manifest = `{ "name": "compiler", "version": "1.0.0", "type": "module", "exports": "./index.js",
  "passwright": { "kind": "framework", "api": "^1.0.0", "manifest": "./passwright.manifest.json" } }`;

const plugin = `import { definePass, definePlugin } from "@passwright/sdk";
const minify = definePass({ name: "minify", ir: "code", runOnOperation: (doc) => void doc.words.push("minify") });
export default definePlugin({
  name: "minifier",
  passes: [minify],
  insert: [{ pass: "minify", pipeline: "print", before: "indent" }],
});
`;

const place = () =>
  makeWorkplace({
    "passwright.config.yaml": "framework: ./compiler\nplugins: [./plugin.mjs]\ninputs: [in.ast]\n",
    "in.ast": "x\n",
    "compiler/index.js": framework,
    "compiler/package.json": manifest,
    "plugin.mjs": plugin,
  });

const output = (told: string): string => /^--- out\n([\s\S]*?)\n--- /.exec(told)?.[1] ?? told;

describe("a graph with several IRs, by its commands", () => {
  const { passwright, folder } = place();
  before(async () => void (await passwright("manifest", "compiler")));

  it("is run with a plugin on the second side, and prints each IR with its printer", async () => {
    expect(output(await passwright("run"))).to.equal("x fold generate minify indent again minify indent again");
    const dumps = await passwright("run", "--mlir-print-ir-after", "fold,generate,indent");
    expect(dumps).to.contain("IR Dump After generate (generate) //----- //\nx fold generate\n");
  });

  it("is planned without code as with it, locked and checked", async () => {
    const manifestText = readFileSync(join(folder, "compiler/passwright.manifest.json"), "utf8");
    expect(JSON.parse(manifestText)).to.have.nested.property("pipeline.graph.pipelines.print.anchor", "code");
    writeFileSync(join(folder, "data.yaml"), "framework: ./compiler\n");
    const [withCode, data] = [
      await passwright("plan", "-c", "data.yaml"),
      await passwright("plan", "-c", "data.yaml", "--data-only"),
    ];
    expect(data).to.equal(withCode).and.to.contain("generate → code");
    await passwright("lock");
    expect(await passwright("lock", "--check")).to.contain("the plan equals the lock");
    expect(await passwright("check", "--permute")).to.contain("resolves: 2 pipelines, 1 plugin");
  });

  it("runs slices on each side, with the parser of that side", async () => {
    await passwright("run", "--from", "read/fold", "--until", "read/generate", "-o", "out.code");
    expect(readFileSync(join(folder, "out.code"), "utf8")).to.equal("x fold generate\n");
    const slice = (from: string): Promise<string> =>
      passwright("run", "--from", from, "--until", "print/indent", "out.code");
    expect(output(await slice("print/indent"))).to.equal("x fold generate indent");
    expect(output(await slice("print/./plugin.mjs::minify"))).to.equal("x fold generate minify indent");
  });

  it("refuses an input of the first IR in a slice that starts with another IR", async () => {
    expect(await passwright("run", "--from", "print/indent", "--until", "print/indent", "in.ast")).to.equal(
      `--- err
error[PWR0112]: \`in.ast\` is a file of IR \`ast\`, but step \`print/indent\` needs IR \`code\`
help: pass a file of IR \`code\` (.code), or remove \`--from\`
--- exit 1
`,
    );
  });

  it("refuses an input of a later IR, unless the slice starts with this IR", async () => {
    writeFileSync(join(folder, "late.code"), "x\n");
    expect(await passwright("run", "in.ast", "late.code")).to.equal(
      `--- err
error[PWR0112]: \`late.code\` is a file of IR \`code\`, but the pipeline starts with IR \`ast\`
help: pass a file of IR \`ast\` (.ast), or use \`--from\` with a step that needs IR \`code\`
--- exit 1
`,
    );
    expect(await passwright("run", "--until", "read/fold", "late.code")).to.contain("error[PWR0112]");
    expect(await passwright("run", "--from", "print/indent", "late.code")).to.contain("--- exit 0");
  });

  it("gives results in a folder the extension of the last IR", async () => {
    writeFileSync(join(folder, "other.txt"), "y\n");
    await passwright("run", "in.ast", "other.txt", "-o", "out/", "--remove-stale");
    expect(readdirSync(join(folder, "out")).sort()).to.deep.equal([".passwright-results.json", "in.code", "other.txt"]);
    // A result with the extension of an earlier version is stale.
    writeFileSync(join(folder, "out/in.ast"), "old\n");
    const list = join(folder, "out/.passwright-results.json");
    writeFileSync(list, readFileSync(list, "utf8").replace('"in.code"', '"in.ast"'));
    await passwright("run", "in.ast", "other.txt", "-o", "out/", "--remove-stale", "--jobs", "2");
    expect(readdirSync(join(folder, "out")).sort()).to.deep.equal([".passwright-results.json", "in.code", "other.txt"]);
    await passwright("run", "--until", "read/fold", "--from", "read/fold", "in.ast", "-o", "sliced/");
    expect(readdirSync(join(folder, "sliced"))).to.deep.equal(["in.ast"]);
  });

  it("names the side in explanations and legal positions", async () => {
    expect(await passwright("explain", "indent")).to.contain("on       code\n");
    expect(output(await passwright("explain", "--where", "minify"))).to.contain(
      "not earlier: `minify` is for IR `code`, but the pipeline runs on IR `ast` at this position",
    );
  });
});
