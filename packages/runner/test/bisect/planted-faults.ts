import { Random } from "@passwright/development";
import { faults } from "@passwright/runner";
import type { BisectOptions, FaultTest, TrialInput } from "@passwright/runner";
import {
  assemble,
  bool,
  defineFramework,
  defineGraphFramework,
  defineGroup,
  defineIr,
  definePass,
  definePlugin,
} from "@passwright/sdk";
import { assembleInput, Assembly } from "@passwright/sdk/loading";

interface Item {
  name: string;
  attributes: { [name: string]: string };
  children: Item[];
}

const ir = defineIr({
  name: "items",
  root: "doc",
  parse: (text: string): Item => JSON.parse(text) as Item,
  nameOf: (item: Item) => item.name,
  childrenOf: "children",
  print: (root) => JSON.stringify(root),
});

/** A pipeline with a fault, and the result that a bisection must have. */
export interface PlantedFault {
  readonly kind: string;
  readonly assembly: Assembly;
  readonly input: TrialInput;
  readonly isBad: FaultTest;
  readonly options?: BisectOptions;
  /** Changes of versions that are the cause. */
  readonly versions?: readonly string[];
  /** Contributions that are the cause, as `kind text`, without contributions that are needed only for others. */
  readonly contributions: readonly string[];
  /** Addresses of the steps that cause the fault. Empty if no single step is the cause. */
  readonly steps: readonly string[];
  /** Path of the operation, if the step runs on several operations. */
  readonly operation?: string;
}

interface Parts {
  readonly plugins?: readonly unknown[];
  readonly options?: object;
  readonly framework?: object;
  readonly extra?: readonly unknown[];
}

/** Makes a fault of this kind, with a random number of harmless plugins and items around it. */
export function plantFault(kind: (typeof FAULT_KINDS)[number], random: Random, mostItems: number): PlantedFault {
  const count = random.between(2, mostItems);
  const victim = random.below(count);
  const items = Array.from({ length: count }, (_, id): Item => ({
    name: "item",
    attributes: { id: String(id), keep: "yes" },
    children: [],
  }));
  const input = { file: "items.json", content: JSON.stringify({ name: "doc", attributes: {}, children: items }) };
  const isBad: FaultTest = ({ output }) => output === undefined || output.split('"keep"').length - 1 < count;
  const isVictim = (item: Item): boolean => item.attributes["id"] === String(victim);
  const operation = `doc/item[${victim}]`;
  const base = Array.from({ length: random.between(2, 6) }, (_, index) => `base-${index}`);
  const position = (): object => ({ [random.chance(0.5) ? "before" : "after"]: random.pick(base) });
  const touch = (name: string, body: (item: Item) => void = () => {}, more: object = {}): never =>
    definePass({
      name,
      anchor: "item",
      ...more,
      runOnOperation(item: Item) {
        item.attributes[`by-${name}`] = "1";
        body(item);
      },
    } as never) as never;
  const drop = (item: Item): void => {
    if (isVictim(item)) delete item.attributes["keep"];
  };
  const plugin = (name: string, pass: never, more: object = {}): never =>
    definePlugin({
      name,
      passes: [pass],
      insert: [{ pass: `${name}-pass`, ...position() }],
      ...more,
    } as never) as never;
  const harmless = Array.from({ length: random.between(0, 9) }, (_, index) =>
    plugin(`good-${index}`, touch(`good-${index}-pass`)),
  );
  const make = ({ plugins = [], options = {}, framework = {}, extra = [] }: Parts): Assembly => {
    const mixed = [...harmless, ...plugins].sort(() => random.next() - 0.5);
    const host = defineFramework({
      name: "host",
      ir,
      anchor: "doc",
      pipeline(b: { nest(anchor: string): { addPass(pass: unknown): void }; addPass(pass: unknown): void }) {
        for (const name of base) b.nest("item").addPass(touch(name));
        for (const pass of extra) b.addPass(pass);
      },
      ...framework,
    } as never);
    return assemble(host, { plugins: mixed, ...options } as never) as Assembly;
  };
  const planted = (assembly: Assembly, contributions: readonly string[], steps: readonly string[]): PlantedFault => ({
    kind,
    assembly,
    input,
    isBad,
    contributions,
    steps,
  });
  switch (kind) {
    case "attribute":
      return {
        ...planted(make({ plugins: [plugin("bad", touch("bad-pass", drop))] }), ["plugin bad"], ["bad::bad-pass"]),
        operation,
      };
    case "together": {
      const mark = touch("first-pass", (item) => void (item.attributes["mark"] = "1"));
      const use = touch("second-pass", (item) => void (item.attributes["mark"] === "1" && drop(item)));
      const rules = [{ pass: "first-pass", before: "second-pass", strong: true, reason: "it marks" }];
      const last = base.at(-1) as string;
      const first = plugin("first", mark, { insert: [{ pass: "first-pass", before: base[0] }] });
      const second = plugin("second", use, { rules, insert: [{ pass: "second-pass", after: last }] });
      return planted(
        make({ plugins: [first, second] }),
        ["plugin first", "plugin second"],
        ["first::first-pass", "second::second-pass"],
      );
    }
    case "third step": {
      const mark = (from: string | undefined, to: string) => (item: Item) =>
        void (item.attributes["mark"] === from && (item.attributes["mark"] = to));
      const use = touch("last-pass", (item) => void (item.attributes["mark"] === "2" && drop(item)));
      const rule = (pass: string, before: string) => ({ pass, before, strong: true, reason: "it marks" });
      const [start, end] = [base[0], base.at(-1)];
      const first = plugin("first", touch("first-pass", mark(undefined, "1")), {
        insert: [{ pass: "first-pass", before: start }],
      });
      const third = plugin("third", touch("third-pass", mark("1", "2")), {
        insert: [{ pass: "third-pass", after: start }],
        rules: [rule("first-pass", "third-pass")],
      });
      const last = plugin("last", use, {
        insert: [{ pass: "last-pass", after: end }],
        rules: [rule("third-pass", "last-pass")],
      });
      return planted(
        make({ plugins: [first, third, last] }),
        ["plugin first", "plugin last", "plugin third"],
        ["first::first-pass", "last::last-pass", "third::third-pass"],
      );
    }
    case "version": {
      const state = random.next();
      const versions = (version: string, body?: (item: Item) => void): Assembly => {
        const again = new Random(Math.floor(state * 2 ** 32));
        const plugins = Array.from({ length: 2 + again.below(6) }, (_, index) =>
          plugin(`changed-${index}`, touch(`changed-${index}-pass`, index === 1 ? body : undefined), {
            insert: [{ pass: `changed-${index}-pass`, after: base[0] }],
          }),
        );
        const { input: made } = make({ plugins });
        const parts = made.plugins.map((part) => ({ ...part, contributor: { ...part.contributor, version } }));
        return new Assembly(assembleInput({ ...made, plugins: parts }));
      };
      const before = versions("1.0.0");
      return {
        ...planted(versions("1.1.0", drop), ["plugin changed-1"], ["changed-1::changed-1-pass"]),
        operation,
        options: { before },
        versions: ["changed-1 1.0.0 1.1.0"],
      };
    }
    case "option": {
      const pass = definePass({
        name: "deep-pass",
        anchor: "item",
        options: { deep: bool(false, "everything") },
        runOnOperation: (item: Item, { options }) => void (options.deep && drop(item)),
      });
      const deep = definePlugin({
        name: "deep",
        passes: [pass],
        options: { deep: bool(false, "everything") },
        setup: (b, { options }) => void b.addAfter(base[0] as string, pass, { options: { deep: options.deep } }),
      });
      return {
        ...planted(
          make({ plugins: [[deep, { deep: true }]] }),
          ["plugin option deep.deep = true"],
          ["deep::deep-pass"],
        ),
        operation,
      };
    }
    case "override": {
      const pass = definePass({
        name: "deep-pass",
        anchor: "item",
        options: { deep: bool(false, "everything") },
        runOnOperation: (item: Item, { options }) => void (options.deep && drop(item)),
      });
      const deep = definePlugin({
        name: "deep",
        passes: [pass],
        insert: [{ pass: "deep-pass", ...position() }] as never,
      });
      const overrides = [{ set: "deep-pass", options: { deep: true }, reason: "all of it" }];
      const text = JSON.stringify(overrides[0]);
      return {
        ...planted(make({ plugins: [deep], options: { overrides } }), [`override ${text}`], ["deep::deep-pass"]),
        operation,
      };
    }
    case "insertion": {
      const pass = touch("bad-pass", drop);
      const insert = [{ pass, ...position() }];
      const assembly = make({ options: { insert } });
      const text = JSON.stringify(assembly.input.owner.insert[0]?.data);
      return { ...planted(assembly, [`insertion ${text}`], ["program::bad-pass"]), operation };
    }
    case "cleanup": {
      const tidy = definePass({
        name: "tidy",
        anchor: "item",
        types: ["Cleanup"],
        provides: ["tidy"],
        runOnOperation: drop,
      } as never);
      const needs = plugin(
        "neat",
        touch("neat-pass", () => {}, { requires: ["tidy"] }),
      );
      const framework = { properties: { tidy: { kind: "fragile" } }, passes: [tidy], cleanups: ["tidy"] };
      return { ...planted(make({ plugins: [needs], framework }), ["plugin neat"], ["inserted::tidy"]), operation };
    }
    case "base": {
      const bad = touch("bad-base", drop);
      const extra = [definePass({ name: "whole", anchor: "doc", runOnOperation: () => {} })];
      const framework = {
        pipeline(b: { nest(anchor: string): { addPass(pass: unknown): void }; addPass(pass: unknown): void }) {
          for (const name of base) b.nest("item").addPass(touch(name));
          b.nest("item").addPass(bad);
          b.addPass(extra[0]);
        },
      };
      return { ...planted(make({ framework }), [], ["bad-base"]), operation };
    }
    case "crash": {
      const throws = touch("bad-pass", (item) => {
        if (isVictim(item)) throw new Error("no");
      });
      const assembly = make({ plugins: [plugin("bad", throws)] });
      return { ...planted(assembly, ["plugin bad"], ["bad::bad-pass"]), operation, isBad: faults.crash() };
    }
    case "unstable": {
      let runs = 0;
      const sometimes = touch("bad-pass", (item) => {
        if (isVictim(item) && runs++ % 3 === 2) drop(item);
      });
      const assembly = make({ plugins: [plugin("bad", sometimes)] });
      return {
        ...planted(assembly, ["plugin bad"], ["bad::bad-pass"]),
        operation,
        options: { repeat: 3 },
      };
    }
    case "split": {
      const group = defineGroup<Item, (root: Item) => void>({
        name: "host-group",
        splits: "report",
        run: (members, root) => {
          if (members.length < 2) root.children.forEach(drop);
          for (const { member } of members) member(root);
        },
      });
      const member = (name: string): never => definePass({ name, group, member: () => {} } as never) as never;
      const whole = definePass({ name: "split-pass", anchor: "doc", runOnOperation: () => {} });
      const split = definePlugin({
        name: "splitter",
        passes: [whole],
        insert: [{ pass: "split-pass", after: "member-0" }] as never,
      });
      const framework = {
        groups: [group],
        pipeline(b: { nest(anchor: string): { addPass(pass: unknown): void }; addPass(pass: unknown): void }) {
          for (const name of base) b.nest("item").addPass(touch(name));
          b.addPass(member("member-0"));
          b.addPass(member("member-1"));
        },
      };
      return planted(make({ plugins: [split], framework }), ["plugin splitter"], []);
    }
    case "jump": {
      const again = definePass({
        name: "again",
        anchor: "doc",
        runOnOperation(doc: Item, pass) {
          const visits = Number(doc.attributes["visits"] ?? "0") + 1;
          doc.attributes["visits"] = String(visits);
          if (visits < 3) pass.requestJump("main", "once more");
        },
      });
      const count = touch("count", (item) => {
        item.attributes["seen"] = `${item.attributes["seen"] ?? ""}x`;
      });
      const late = touch("bad-pass", (item) => {
        if (item.attributes["seen"] === "xx") drop(item);
      });
      const host = defineGraphFramework({
        name: "host",
        ir,
        anchor: "doc",
        pipeline(b: { nest(anchor: string): { addPass(pass: unknown): void } }) {
          for (const name of base) b.nest("item").addPass(touch(name));
          b.nest("item").addPass(count);
        },
        graph(
          graph: { registerPipeline(name: string, edges: object, pipeline: unknown): void },
          { builder }: { readonly builder: unknown },
        ) {
          graph.registerPipeline("main", { successors: ["again"] }, builder);
          graph.registerPipeline(
            "again",
            { jumpTargets: [{ to: "main", max: 5 }] },
            (manager: { addPass(pass: unknown): void }) => manager.addPass(again.create()),
          );
        },
      } as never);
      const plugins = [...harmless, plugin("bad", late)];
      const assembly = assemble(host as never, { plugins } as never) as unknown as Assembly;
      return { ...planted(assembly, ["plugin bad"], ["main/bad::bad-pass"]), operation };
    }
  }
}

export const FAULT_KINDS = [
  "attribute",
  "together",
  "third step",
  "version",
  "option",
  "override",
  "insertion",
  "cleanup",
  "base",
  "crash",
  "unstable",
  "split",
  "jump",
] as const;
