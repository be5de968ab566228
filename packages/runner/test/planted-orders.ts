import { assemble, defineFramework, defineGroup, defineIr, definePass, definePlugin } from "@passwright/sdk";
import type { Assembly } from "@passwright/sdk";
import { Random } from "@passwright/development";

/** Node of a tree of plain objects. */
export interface PlantedNode {
  readonly name: string;
  values: { [key: string]: string };
  readonly children: PlantedNode[];
}

export const planted = defineIr({
  name: "planted",
  root: "root",
  nameOf: (node: PlantedNode) => node.name,
  childrenOf: "children",
  parse: (text: string): PlantedNode => JSON.parse(text) as PlantedNode,
  print: (node: PlantedNode) => JSON.stringify(node),
  normalize(node: PlantedNode) {
    for (const work = [node]; work.length > 0;) {
      const one = work.pop() as PlantedNode;
      one.values = Object.fromEntries(Object.entries(one.values).sort());
      work.push(...one.children);
    }
  },
});

/** Pipeline with pairs of steps whose order matters. */
export interface PlantedPipeline {
  readonly assembly: Assembly;
  /** Names of the pairs, sorted. */
  readonly pairs: readonly string[];
  readonly input: string;
}

export type PlantedShape = "steps" | "group" | "nested";

/**
 * Makes a pipeline in which each plugin inserts one pass, without any rules about the order. A pass reads values of
 * another pass only if a dependency between them was planted. The input shows all dependencies.
 */
export function plantOrders(seed: number, shape: PlantedShape): PlantedPipeline {
  const random = new Random(seed);
  const size = 4 + random.below(6);
  const names = Array.from({ length: size }, (_, index) => `p${index}`);
  const pairs = names.flatMap((first, index) =>
    names
      .slice(index + 1)
      .filter(() => random.below(5) === 0)
      .map((second) => [first, second] as const),
  );
  const work = (name: string, { values }: PlantedNode): void => {
    const read = pairs.filter(([, reader]) => reader === name).map(([writer]) => `${writer}>${name}`);
    values[name] = ["done", ...read.map((key) => values[key] ?? "")].join(" ");
    for (const [writer, reader] of pairs) if (writer === name) values[`${writer}>${reader}`] = "written";
  };
  const group = defineGroup<PlantedNode, (node: PlantedNode) => void>({
    name: "together",
    splits: "refuse",
    run(members, root) {
      for (const { member } of members) member(root);
    },
  });
  const plugins = names.map((name) => {
    const body = (node: PlantedNode): void => work(name, node);
    const pass =
      shape === "group"
        ? definePass({ name, group, member: body } as never)
        : definePass({ name, anchor: shape === "nested" ? "leaf" : "root", runOnOperation: body as never });
    return definePlugin({
      name: `plugin-${name}`,
      passes: [pass as never],
      insert: [{ pass: name, at: "work" }],
    } as never);
  });
  const framework = defineFramework({
    name: "planted",
    ir: planted,
    groups: shape === "group" ? [group as never] : [],
    extensionPoints: { work: { since: "1.0", doc: "passes of plugins" } },
    pipeline(builder) {
      builder.addExtensionPoint("work");
    },
  });
  const leaf = (): PlantedNode => ({ name: "leaf", values: {}, children: [] });
  const input = JSON.stringify({ name: "root", values: {}, children: [leaf(), leaf()] });
  const keys = pairs.map((pair) => pair.join(" ")).sort();
  return { assembly: assemble(framework, { plugins: plugins as never }) as unknown as Assembly, pairs: keys, input };
}
