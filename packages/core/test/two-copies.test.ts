import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as ours from "@passwright/core";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "./toy-ir.ts";
import type { Item } from "./toy-ir.ts";
import { block, describeResult, describeThrow } from "./trace.ts";

describe("two copies of the core in one process", () => {
  let folder = "";
  let theirs: typeof ours;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "passwright-core-"));
    cpSync(fileURLToPath(new URL("../bundle", import.meta.url)), join(folder, "bundle"), { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    theirs = (await import(pathToFileURL(join(folder, "bundle/index.js")).href)) as typeof ours;
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  /**
   * Makes a pass with the other copy of the package. The analysis that the pass uses has the same name as an analysis
   * of this copy.
   */
  function makePass(): ours.PassDefinition<Item> {
    const size = theirs.defineAnalysis({ name: "toy/size", compute: (): number => -1 });
    return theirs.definePass({
      name: "theirs",
      options: { times: theirs.int(1, "how often") },
      statistics: { seen: "items seen" },
      runOnOperation(op: Item, pass) {
        pass.statistics.seen.add(pass.options.times);
        pass.emitRemark(`${op.label} has ${pass.getAnalysis(size)}`);
        pass.markAllAnalysesPreserved();
        if (op.label === "b") throw new theirs.UsageError({ code: "TOY0011", severity: "error", message: "no b" });
      },
    }) as ours.PassDefinition<Item>;
  }

  it("are different", () => {
    expect(theirs.OpPassManager === ours.OpPassManager).to.equal(false);
  });

  it("accept each other's definitions, registrations, managers, analyses and errors", () => {
    const adapter = makeCabinets();
    const definition = makePass();
    const registry = new ours.PassRegistry<Item>().registerPass(definition, { name: "other" });
    const parsed = ours.parsePipeline("drawer(theirs{times=2})", registry);
    const nested = new theirs.OpPassManager<Item>("folder");
    nested.addPass(definition, { times: 5 } as never);

    const size = ours.defineAnalysis({ name: "toy/size", compute: (op: Item) => op.contents.length });
    const manager = new ours.PassManager(adapter, { anchor: "cabinet" });
    if (parsed.ok) manager.addNested(parsed.manager);
    manager.addNested(nested);
    const first = ours.definePass({
      name: "ours",
      runOnOperation(op: Item, pass) {
        pass.emitRemark(`${op.label} was counted as ${pass.getAnalysis(size)}`);
      },
    });
    (manager.elements[0]?.kind === "nested" ? manager.elements[0].manager : manager).addPass(first);
    const copied = manager.clone();
    const result = manager.run(cabinetFrom(adapter, "cabinet\n  drawer @a\n  drawer @b\n  folder @x"));
    expect([ours.printPipeline(copied), describeResult(result)].join("\n")).to.equal(
      block(`
        cabinet(drawer(theirs{times=2},ours),folder(theirs{times=5}))
        failed
        remark[PWC0501]: a has -1
          --> cabinet.txt:2:1, step theirs
        remark[PWC0501]: a was counted as -1
          --> cabinet.txt:2:1, step ours
        remark[PWC0501]: b has -1
          --> cabinet.txt:3:1, step theirs
        error[TOY0011]: no b
          --> cabinet.txt:3:1, step theirs
           = in pass \`theirs\` on 'drawer' @b
        help: report this to the author of \`theirs\`, with the stack from \`--debug\` or from \`failures\` of the result
        remark[PWC0501]: x has -1
          --> cabinet.txt:4:1, step theirs
      `),
    );
  });

  it("refuse each other's passes in the same way", () => {
    const wrong = theirs.definePass({ name: "oil", anchor: "drawer", runOnOperation: (_op: Item) => undefined });
    expect(describeThrow(() => new ours.OpPassManager<Item>("folder").addPass(wrong)).split("\n")[0]).to.equal(
      "error[PWC0204]: Can't add pass 'oil' restricted to 'drawer' on a PassManager intended to run on 'folder', did you intend to nest?",
    );
  });
});
