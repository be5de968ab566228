import { definePass, int, OpPassManager, printPipeline } from "@passwright/core";
import { expect } from "chai";
import type { Item } from "./toy-ir.ts";
import { describeThrow, Trace, tracingPass } from "./trace.ts";

const trace = new Trace();
const anywhere = tracingPass(trace, "look");
const onDrawers = tracingPass(trace, { name: "oil", displayName: "OilPass", anchor: "drawer" });
const stamp = definePass({
  name: "stamp",
  options: { times: int(1, "how often") },
  statistics: { stamps: "stamps made" },
  runOnOperation: (_op: Item) => undefined,
});

describe("OpPassManager", () => {
  it("accepts passes by definition, with options, and by instance", () => {
    const manager = new OpPassManager<Item>("drawer");
    manager
      .addPass(stamp)
      .addPass(stamp, { times: 2 })
      .addPass(stamp.create({ times: 3 }))
      .addPass(onDrawers);
    expect(printPipeline(manager)).to.equal("drawer(stamp{times=1},stamp{times=2},stamp{times=3},oil)");
  });

  it("refuses a pass that is anchored elsewhere, in MLIR's words", () => {
    expect(describeThrow(() => new OpPassManager<Item>("folder").addPass(onDrawers))).to.equal(
      [
        "error[PWC0204]: Can't add pass 'OilPass' restricted to 'drawer' on a PassManager intended to run on 'folder', did you intend to nest?",
        'help: nest the pass: `drawer(…)` in text, `manager.nest("drawer").addPass(…)` in TypeScript',
      ].join("\n"),
    );
  });

  it("refuses a value that is not a pass, for example a name", () => {
    for (const wrong of ["stamp", undefined, {}])
      expect(describeThrow(() => new OpPassManager<Item>("drawer").addPass(wrong as never))).to.equal(
        "error[PWC0105]: `addPass` requires a pass\nhelp: pass the result of `definePass`",
      );
  });

  it("nests such passes if nesting is implicit, also in nested managers, with one manager for each", () => {
    const manager = new OpPassManager<Item>("cabinet", { nesting: "implicit" });
    manager.addPass(onDrawers).addPass(onDrawers).addPass(anywhere);
    manager.nest("folder").addPass(onDrawers);
    expect(printPipeline(manager)).to.equal("cabinet(drawer(oil),drawer(oil),look,folder(drawer(oil)))");
  });

  it("appends the elements of another manager, and its own, without copying them", () => {
    const other = new OpPassManager<Item>("cabinet").addPass(stamp, { times: 2 });
    other.nest("drawer").addPass(onDrawers);
    const manager = new OpPassManager<Item>("cabinet").append(other);
    expect(manager.elements).to.deep.equal(other.elements);
    expect(printPipeline(manager.append(manager))).to.equal(
      "cabinet(stamp{times=2},drawer(oil),stamp{times=2},drawer(oil))",
    );
  });

  it("accepts any pass if it is op-agnostic", () => {
    const manager = new OpPassManager<Item>("any");
    manager.addPass(onDrawers).addPass(anywhere);
    expect(`${printPipeline(manager)} ${manager.anchor}`).to.equal("any(oil,look) undefined");
  });

  it("appends the passes of another manager as if each were added", () => {
    const other = new OpPassManager<Item>("drawer").addPass(stamp);
    other.nest("folder").addPass(anywhere);
    const manager = new OpPassManager<Item>("drawer").addPass(anywhere).append(other);
    expect(printPipeline(manager)).to.equal("drawer(look,stamp{times=1},folder(look))");
    expect(manager.elements.slice(1)).to.deep.equal(other.elements);
    const folder = new OpPassManager<Item>("folder");
    expect(describeThrow(() => folder.append(new OpPassManager<Item>("drawer").addPass(onDrawers)))).to.contain(
      "error[PWC0204]: ",
    );
  });

  it("refuses unknown options of a pass", () => {
    const manager = new OpPassManager<Item>();
    expect(describeThrow(() => manager.addPass(stamp, { often: 3 } as never))).to.equal(
      "error[PWC0102]: pass `stamp`: unknown option `often`\nhelp: use an option of `stamp`: times",
    );
  });

  it("refuses an anchor that the text of a pipeline cannot hold", () => {
    const attempts = ["a(b", "a,b", " a", "a{", "a)"].map((anchor) =>
      describeThrow(() => new OpPassManager(anchor)).split("\n"),
    );
    expect([...(attempts[0] as string[]), ...attempts.slice(1).map(([first]) => first)].join("\n")).to.equal(
      [
        "error[PWC0206]: `a(b` cannot be the anchor of a pass manager",
        "   = an anchor cannot contain `,`, `(`, `)` or `{`, or start or end with a space",
        "help: use the name of an operation or `any`",
        "error[PWC0206]: `a,b` cannot be the anchor of a pass manager",
        "error[PWC0206]: ` a` cannot be the anchor of a pass manager",
        "error[PWC0206]: `a{` cannot be the anchor of a pass manager",
        "error[PWC0206]: `a)` cannot be the anchor of a pass manager",
      ].join("\n"),
    );
  });

  it("copies itself with the same options and new statistics", () => {
    const manager = new OpPassManager<Item>("cabinet", { nesting: "implicit" });
    manager.addPass(stamp, { times: 4 });
    manager.nest("drawer").addPass(stamp);
    manager.forEachPass((pass) => pass.statistics["stamps"]?.add(5));
    const copy = manager.clone();
    expect(new OpPassManager("a,b", { isOutermost: true }).clone().anchor).to.equal("a,b");
    copy.addPass(onDrawers);
    const counts: unknown[] = [];
    copy.forEachPass((pass) => counts.push(pass.statistics["stamps"]?.value));
    expect([printPipeline(manager), printPipeline(copy), counts.join(" ")].join("\n")).to.equal(
      [
        "cabinet(stamp{times=4},drawer(stamp{times=1}))",
        "cabinet(stamp{times=4},drawer(stamp{times=1}),drawer(oil))",
        "0 0 ",
      ].join("\n"),
    );
  });

  it("counts its elements, those of nested managers included", () => {
    const manager = new OpPassManager<Item>();
    const sizes = [manager.size];
    const nested = manager.nestAny();
    sizes.push(manager.size);
    nested.addPass(anywhere);
    sizes.push(manager.size);
    expect(`${sizes.join(" ")} ${manager.isEmpty} ${new OpPassManager().isEmpty}`).to.equal("0 1 2 false true");
  });
});
