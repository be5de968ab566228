import {
  defineAnalysis,
  defineGroup,
  definePass,
  defineValue,
  int,
  mergePipeline,
  parsePipeline,
  PassManager,
  PassRegistry,
  printPipeline,
  printPipelinePretty,
} from "@passwright/core";
import type { GroupDefinition, GroupMember, PassDefinition } from "@passwright/core";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "../toy-ir.ts";
import type { Item } from "../toy-ir.ts";
import {
  block,
  describeResult,
  describeThrow,
  nameItem,
  Trace,
  tracingInstrumentation,
  tracingPass,
} from "../trace.ts";

const TEXT = "cabinet @a\n  drawer @x\n  drawer @y";

type Sticker = (op: Item) => void;

const stickers = (
  trace: Trace,
  settings: Partial<GroupDefinition<Item, Sticker>> = {},
): GroupDefinition<Item, Sticker> =>
  defineGroup<Item, Sticker>({
    name: "stickers",
    splits: "refuse",
    run(members, root, context) {
      trace.say(`${members.map(({ name }) => name).join("+")} on ${nameItem(root)}`);
      for (const each of members) context.timeMember(each, () => each.member(root));
    },
    ...settings,
  });

const NOTHING: Sticker = () => {};

function member(
  group: GroupDefinition<Item, Sticker>,
  name: string,
  code: Sticker = NOTHING,
  declaration: Partial<PassDefinition<Item>["declaration"]> = {},
): PassDefinition<Item> {
  const { group: _group, ...rest } = declaration;
  return definePass({ ...rest, name, group, member: code });
}

function managerWith(...passes: readonly PassDefinition<Item>[]): PassManager<Item> {
  const manager = new PassManager<Item>(makeCabinets(), { anchor: "cabinet" });
  for (const pass of passes) manager.addPass(pass);
  return manager;
}

function run(manager: PassManager<Item>, trace: Trace): string {
  const result = manager.run(cabinetFrom(manager.adapter as never, TEXT));
  return [...trace.lines, describeResult(result)].join("\n");
}

describe("groups", () => {
  it("run members in a row in one call, and other passes between groups", () => {
    const trace = new Trace();
    const group = stickers(trace);
    const manager = managerWith(
      member(group, "a"),
      member(group, "b"),
      tracingPass(trace, "other"),
      member(group, "c"),
    );
    expect(printPipeline(manager)).to.equal("cabinet(group<stickers>(a,b),other,group<stickers>(c))");
    expect(run(manager, trace)).to.equal(
      block(`
        a+b on cabinet @a
        other on cabinet @a
        c on cabinet @a
        succeeded
      `),
    );
  });

  it("print to text that parses back, with the groups as they are written", () => {
    const group = stickers(new Trace());
    const registry = new PassRegistry<Item>();
    const sized = definePass({
      name: "b",
      group,
      options: { size: int(1, "number of stickers") },
      createMember: () => NOTHING,
    });
    for (const pass of [member(group, "a"), sized, tracingPass(new Trace(), "other")])
      registry.registerPass(pass as PassDefinition<Item>, { name: "test" });
    const text = "cabinet(group<stickers>(a,b{size=2}),group<stickers>(a),drawer(group<stickers>(b{size=1})),other)";
    const parsed = parsePipeline(text, registry);
    if (!parsed.ok) throw new Error(parsed.diagnostic.message);
    expect(printPipeline(parsed.manager)).to.equal(text);
    expect(printPipeline(parsed.manager.clone())).to.equal(text);
    expect(printPipelinePretty(parsed.manager)).to.equal(
      block(`
        cabinet(
          group<stickers>(
            a,
            b{size=2}
          ),
          group<stickers>(
            a
          ),
          drawer(
            group<stickers>(
              b{size=1}
            )
          ),
          other
        )
      `),
    );
    const bare = parsePipeline("cabinet(a,b)", registry);
    expect(bare.ok && printPipeline(bare.manager)).to.equal("cabinet(group<stickers>(a,b{size=1}))");
    const wrong = parsePipeline("cabinet(group<stickers>(a,other))", registry);
    expect(wrong.ok ? "parsed" : wrong.diagnostic.code).to.equal("PWC0215");
  });

  it("nest implicitly as one group", () => {
    const group = stickers(new Trace());
    const manager = new PassManager<Item>(makeCabinets(), { anchor: "cabinet", nesting: "implicit" });
    for (const name of ["a", "b"]) manager.addPass(member(group, name, NOTHING, { anchor: "drawer" }));
    expect(printPipeline(manager)).to.equal("cabinet(drawer(group<stickers>(a,b)))");
  });

  it("run once for each operation of a nested manager", () => {
    const trace = new Trace();
    const group = stickers(trace);
    const manager = managerWith();
    manager.nest("drawer").addPass(member(group, "a")).addPass(member(group, "b"));
    expect(run(manager, trace)).to.equal("a+b on drawer @x\na+b on drawer @y\nsucceeded");
  });

  it("are one pass for instrumentations, and adaptors in the merged pipeline", () => {
    const trace = new Trace();
    const group = stickers(trace);
    const manager = managerWith(member(group, "a"), member(group, "b"));
    manager.addInstrumentation(tracingInstrumentation(trace)).addInstrumentation({
      beforeAction: ({ tag, text }) => trace.open(`${tag} ${text} {`),
      afterAction: ({ text }) => trace.close(`} ${text}`),
    });
    expect(run(manager, trace)).to.equal(
      block(`
        group<stickers> on cabinet @a {
          a+b on cabinet @a
          GroupMember a {
          } a
          GroupMember b {
          } b
        } group<stickers>
        succeeded
      `),
    );
    const [element] = mergePipeline(manager, manager.adapter).elements;
    expect(element?.kind === "adaptor" && element.pipelines[0]?.elements.length).to.equal(2);
  });

  it("are verified once, and blame the group", () => {
    const trace = new Trace();
    const group = stickers(trace);
    const relabel: Sticker = (op) => op.contents.forEach((item) => (item.label = "same"));
    const repair: Sticker = (op) => op.contents.forEach((item, index) => (item.label = `${index}`));
    expect(run(managerWith(member(group, "a", relabel), member(group, "b", repair)), trace)).to.equal(
      "a+b on cabinet @a\nsucceeded",
    );
    expect(run(managerWith(member(group, "b", repair), member(group, "a", relabel)), new Trace())).to.equal(
      block(`
        failed
        error[TOY0001]: two items are labelled @same
          --> cabinet.txt:1:1, step group<stickers>
        error[PWC0409]: the IR is not valid after pass \`group<stickers>\` on 'cabinet' @a
          --> cabinet.txt:1:1, step group<stickers>
        help: report this to the author of \`group<stickers>\`, or disable the check with \`--verify-each=false\`
      `),
    );
  });

  it("attribute an exception to the place that the host names, in this run only", () => {
    const places = [{ file: "cabinet.txt", line: 3, column: 5 }, undefined];
    const group = stickers(new Trace(), {
      run(members, _root, context) {
        context.blame(members[1] as GroupMember, places.shift());
        throw new Error("no glue");
      },
    });
    const manager = managerWith(member(group, "a"), member(group, "b"));
    expect(
      [run(manager, new Trace()), run(manager, new Trace())].map((text) => /--> .*/.exec(text)?.[0]),
    ).to.deep.equal(["--> cabinet.txt:3:5, step b", "--> cabinet.txt:1:1, step b"]);
  });

  it("attribute an exception to the member that the host names", () => {
    const group = stickers(new Trace());
    const fail: Sticker = () => {
      throw new Error("no glue");
    };
    const manager = managerWith(member(group, "a"), member(group, "b", fail), member(group, "c"));
    expect(run(manager, new Trace())).to.equal(
      block(`
        failed
        error[PWC0406]: pass \`b\` threw on 'cabinet' @a: Error: no glue
          --> cabinet.txt:1:1, step b
        help: report this to the author of \`b\`, with the stack from \`--debug\` or from \`failures\` of the result
      `),
    );
    const unnamed = stickers(new Trace(), {
      run() {
        throw new Error("no glue");
      },
    });
    expect(run(managerWith(member(unnamed, "a")), new Trace())).to.contain("pass `group<stickers>` threw on");
  });

  it("may be asynchronous, and then need runAsync", async () => {
    const trace = new Trace();
    const group = stickers(trace, {
      async run(members, root, context) {
        for (const each of members) {
          // oxlint-disable-next-line no-await-in-loop -- members run one after another
          await context.timeMember(each, async () => {
            await Promise.resolve();
            each.member(root);
            trace.say(`${each.name} is done`);
          });
        }
        context.emitRemark("done");
        return root;
      },
    });
    const manager = managerWith(member(group, "a"), member(group, "b"));
    const result = await manager.runAsync(cabinetFrom(manager.adapter as never, TEXT));
    expect([...trace.lines, describeResult(result)].join("\n")).to.equal(
      block(`
        a is done
        b is done
        succeeded
        remark[PWC0501]: done
          --> cabinet.txt:1:1, step group<stickers>
      `),
    );
    expect(run(managerWith(member(stickers(trace, { run: async () => {} }), "a")), new Trace())).to.equal(
      block(`
        failed
        error[PWC0407]: pass \`group<stickers>\` returned a promise on 'cabinet' @a in a synchronous run
          --> cabinet.txt:1:1, step group<stickers>
        help: use \`runAsync\` for pipelines with asynchronous passes
      `),
    );
  });

  it("preserve only properties that all members preserve, and refuse analyses", () => {
    const trace = new Trace();
    const count = defineAnalysis<Item, number>({ name: "count", compute: (op) => op.contents.length });
    const look = (name: string): PassDefinition<Item> =>
      tracingPass(trace, { name, preserves: ["count"] }, (_op, pass) => {
        trace.say(`cached: ${pass.getCachedAnalysis(count)}`);
        pass.getAnalysis(count);
      });
    const group = stickers(trace);
    const keeping = member(group, "a", NOTHING, { preserves: ["count", "other"] });
    const losing = member(group, "b", NOTHING, { preserves: ["other"] });
    run(managerWith(look("first"), keeping, look("second"), keeping, losing, look("third")), trace);
    expect(trace.lines.filter((line) => line.startsWith("cached"))).to.deep.equal([
      "cached: undefined",
      "cached: 2",
      "cached: undefined",
    ]);
    const asking = stickers(trace, { run: (_members, _root, context) => context.getAnalysis() });
    expect(run(managerWith(member(asking, "a")), new Trace())).to.equal(
      block(`
        failed
        error[PWC0425]: \`group<stickers>\` requested an analysis, which the group's members could invalidate
          --> cabinet.txt:1:1, step group<stickers>
           = in pass \`group<stickers>\` on 'cabinet' @a
        help: request the analysis in a pass before the group, or compute it in the member
      `),
    );
  });

  it("refuse passes that cannot run in them", () => {
    const trace = new Trace();
    const group = stickers(trace);
    const manager = managerWith(member(group, "a"));
    const [inside] = manager.elements;
    if (inside?.kind !== "nested") throw new Error("there is no group");
    expect(describeThrow(() => inside.manager.addPass(tracingPass(trace, "other")))).to.equal(
      block(`
        error[PWC0215]: pass \`other\` is not a member of group \`stickers\`
           = a group can contain only members, because the group runs all members in one traversal
        help: add the pass before or after \`group<stickers>(…)\`
      `),
    );
    expect(describeThrow(() => inside.manager.nest("drawer"))).to.contain(
      "`drawer` is not a member of group `stickers`",
    );
    const other = stickers(trace);
    expect(run(managerWith(member(group, "a"), member(other, "b")), new Trace())).to.equal(
      block(`
        failed
        error[PWC0423]: group \`stickers\` has two definitions with different code
           = members \`a\` and \`b\` belong to different definitions
        help: run \`npm dedupe\` to install the package of \`stickers\` only once
      `),
    );
    const another = stickers(trace, { run: (_members, root) => root.contents[0] });
    expect(run(managerWith(member(another, "a")), new Trace())).to.equal(
      block(`
        failed
        error[PWC0424]: \`group<stickers>\` returned a different root operation
          --> cabinet.txt:1:1, step group<stickers>
           = in pass \`group<stickers>\` on 'cabinet' @a
        help: change the root operation in place, and return it or nothing
      `),
    );
  });

  it("initialize members once per run, and name the one that refuses", () => {
    const trace = new Trace();
    const group = stickers(trace);
    const pass = definePass({
      name: "a",
      group,
      member: NOTHING,
      initialize: () => {
        trace.say("initialize a");
        return undefined;
      },
    });
    const refusing = definePass({
      name: "b",
      group,
      member: NOTHING,
      initialize: () => ({ code: "TOY0003", severity: "error", message: "no stickers left" }),
    });
    const one = pass.create() as never;
    const manager = managerWith();
    manager.addPass(one);
    expect(run(manager, trace)).to.equal("initialize a\na on cabinet @a\nsucceeded");
    expect(run(managerWith(pass as never, refusing as never), new Trace())).to.equal(
      "failed\nerror[TOY0003]: no stickers left\n  --> step b",
    );
  });

  it("leave out members without work if the definition allows it", () => {
    for (const skipsMembers of [true, false]) {
      const trace = new Trace();
      const group = stickers(trace, { skipsMembers });
      const looking = (name: string, worksOn: readonly string[]): PassDefinition<Item> =>
        member(group, name, NOTHING, { worksOn });
      const manager = managerWith(looking("a", ["page"]), looking("b", ["drawer"]), member(group, "c"));
      expect(run(manager, trace)).to.equal(`${skipsMembers ? "" : "a+"}b+c on cabinet @a\nsucceeded`);
      const idle = new Trace();
      run(managerWith(looking("a", ["page"])), idle);
      expect(trace.lines.at(-1)).to.equal(skipsMembers ? "b+c on cabinet @a" : "a on cabinet @a");
    }
  });

  it("use the definition that the manager was given", () => {
    const trace = new Trace();
    const own = stickers(trace, { run: (members) => trace.say(`own ${members.length}`) });
    const manager = managerWith();
    manager.nestGroup(own as GroupDefinition<Item>).addPass(member(stickers(trace), "a"));
    manager.nestGroup(own as GroupDefinition<Item>);
    expect(run(manager, trace)).to.equal("own 1\nsucceeded");
    expect(printPipeline(manager)).to.equal("cabinet(group<stickers>(a))");
  });

  it("are checked when they are defined", () => {
    const define = (settings: object): string =>
      describeThrow(() => defineGroup({ name: "g", splits: "refuse", run: () => {}, ...settings }));
    expect(define({ name: "post css" })).to.equal(
      block(`
        error[PWC0107]: group \`post css\`: \`name\` must be a name of letters, digits, \`-\`, \`_\` and \`.\`, not "post css"
        help: correct the definition
      `),
    );
    expect(define({ splits: true })).to.contain('`splits` must be "refuse" or "report", not true');
    expect(define({ anchors: "cabinet" })).to.contain('`anchors` must be a list, not "cabinet"');
    expect(define({ visibleWithin: 1 })).to.contain("`visibleWithin` must be true or false, not 1");
    expect(define({ run: undefined })).to.contain("`run` must be a function, not undefined");
    expect(define({ split: "refuse" })).to.contain("unknown key `split`; did you mean `splits`?");
    const group = stickers(new Trace());
    const pass = (settings: object): string => describeThrow(() => definePass({ name: "a", ...settings } as never));
    expect(pass({ group: "stickers", member: NOTHING })).to.contain("`group` must be a group, not stickers");
    expect(pass({ group, member: NOTHING, runOnOperation() {} })).to.contain("a member of a group does not run alone");
    expect(pass({ group })).to.equal(
      block(`
        error[PWC0104]: pass \`a\` has no code
        help: add \`member\`, or \`createMember(options)\` that returns the member
      `),
    );
  });
});

describe("members", () => {
  it("have the plugin, options and statistics of their pass", () => {
    const seen: GroupMember<{ readonly size: number }>[] = [];
    const group = defineGroup<Item, { readonly size: number }>({
      name: "g",
      splits: "report",
      run: (members) => void seen.push(...members),
    });
    const pass = definePass({
      name: "sized",
      group,
      options: { size: int(1, "number of stickers") },
      statistics: { count: "stickers" },
      createMember: ({ size }) => ({ size }),
    });
    const manager = managerWith();
    manager.addPass(pass as never, { size: 3 } as never);
    run(manager, new Trace());
    expect(seen.map(({ name, member: { size }, options }) => ({ name, size, options }))).to.deep.equal([
      { name: "sized", size: 3, options: { size: 3 } },
    ]);
    expect(Object.keys(seen[0]?.statistics ?? {})).to.deep.equal(["count"]);
  });

  const labels = defineValue<string>({ name: "labels", version: 1, per: "input" });
  const size = defineValue<number>({ name: "size", version: 1, per: "operation" });
  type Access = NonNullable<GroupMember["values"]>;
  type UsesValues = (values: Access, op: Item) => void;

  function runValues(
    settings: Partial<GroupDefinition<Item, UsesValues>>,
    members: readonly (readonly [object, UsesValues])[],
    after: object,
    read: (values: Access) => unknown,
  ): string {
    const trace = new Trace();
    const group = defineGroup<Item, UsesValues>({
      name: "labelled",
      splits: "refuse",
      run(all, root) {
        for (const { member: use, values } of all) use(values as Access, root);
      },
      ...settings,
    });
    const manager = managerWith(
      definePass({
        name: "before",
        provides: { labels, size },
        runOnOperation(op: Item, pass) {
          pass.values.set(labels, "old");
          pass.values.set(size, op.contents.length);
        },
      }) as never,
      ...members.map(([declaration, code], index) =>
        definePass({ name: `m${index}`, group, member: code, ...declaration } as never),
      ),
      definePass({
        name: "after",
        ...after,
        runOnOperation: (_op: Item, pass) => trace.say(`after: ${String(read(pass.values as never))}`),
      }) as never,
    );
    return run(manager, trace);
  }
  const set: UsesValues = (values) => values.set(labels, "new");
  const noted: string[] = [];
  const note: UsesValues = (values) => void noted.push(values.get(labels));
  const ofBoth = { requires: { labels, size } };

  it("read the values from before the group, and set those after it", () => {
    for (const visibleWithin of [false, true]) {
      noted.length = 0;
      const setter = { provides: { labels }, preserves: ["size@1"] };
      const reader = { requires: { labels }, preserves: ["size@1"] };
      expect(
        runValues(
          { visibleWithin },
          [
            [setter, set],
            [reader, note],
          ],
          ofBoth,
          (values) => [values.get(labels), values.get(size)],
        ),
      ).to.equal("after: new,2\nsucceeded");
      expect(noted).to.deep.equal([visibleWithin ? "new" : "old"]);
    }
  });

  it("drop values that they do not keep, also those that other members set", () => {
    const drops = [{ preserves: [] }, () => {}] as const;
    const sets = [{ provides: { labels } }, set] as const;
    const missing = "error[PWC0442]: value `labels@1`";
    const read = (values: Access): unknown => values.get(labels);
    expect(runValues({}, [sets, drops], { requires: { labels } }, read)).to.contain(missing);
    expect(runValues({}, [drops, sets], { requires: { labels } }, read)).to.contain(missing);
    expect(runValues({ visibleWithin: true }, [sets, drops], { requires: { labels } }, read)).to.contain(missing);
    expect(runValues({ visibleWithin: true }, [drops, sets], { requires: { labels } }, read)).to.equal(
      "after: new\nsucceeded",
    );
  });

  it("have to set the values that they provide, and are not left out then", () => {
    expect(runValues({}, [[{ provides: { labels } }, () => {}]], {}, () => "")).to.contain(
      "error[PWC0443]: pass `m0` provides value `labels@1`, but did not set it on 'cabinet'",
    );
    const idle = { provides: { labels }, worksOn: ["none"] };
    expect(
      runValues({ skipsMembers: true }, [[idle, set]], { requires: { labels } }, (values) => values.get(labels)),
    ).to.equal("after: new\nsucceeded");
  });

  it("use only values that they declare", () => {
    expect(runValues({}, [[{ requires: { size } }, note]], {}, () => "")).to.contain("PWC0441");
  });
});
