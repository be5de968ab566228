import type { PassManagerBuilder, Plan, PlanStep } from "@passwright/builder";
import { parseAnchor } from "@passwright/core";
import type { IrAdapter, PassDefinition } from "@passwright/core";
import { Context, createMlirAdapter, defineDialect, dialects } from "@passwright/ir";
import { assemble, defineFramework, defineIr, definePass, definePlugin } from "@passwright/sdk";
import type { Assembly, DefinedPlugin, Framework } from "@passwright/sdk";
import type { OpData, PassData, PluginData, StepInWorld, World } from "./random-world.ts";

/** Operation of an input, before it is converted to an operation of an IR. */
interface Node {
  readonly name: string;
  readonly inside: Node[];
}

/** Runs of passes: the pass, its operation, and the surrounding operations. */
export type RunLog = { readonly pass: string; readonly path: readonly string[] }[];

/** Makes the IR of a world. */
export function irOf(world: World): IrAdapter<object> {
  return world.ir === "tree" ? treeOf(world) : mlirOf(world);
}

function treeOf({ ops, anchor, nesting, isListed }: World): IrAdapter<object> {
  const ir = defineIr<Node, "inside", Node>({
    name: "tree",
    root: anchor,
    nameOf: ({ name }) => name,
    childrenOf: "inside",
    parse: (text) => JSON.parse(text) as Node,
    print: (root) => JSON.stringify(root),
    ...(nesting === undefined ? {} : { nesting }),
    ...(isListed ? { operations: Object.keys(ops) } : {}),
  });
  return ir as unknown as IrAdapter<object>;
}

function mlirOf({ ops }: World): IrAdapter<object> {
  const own = Object.entries(ops).filter(([name]) => name.startsWith("t."));
  const dialect = defineDialect({
    name: "t",
    ops: Object.fromEntries(own.map(([name, op]) => [name.slice(2), definitionOf(op)])),
  });
  const all = [...dialects, dialect];
  return createMlirAdapter(new Context({ dialects: all }), all) as unknown as IrAdapter<object>;
}

function definitionOf({ isIsolated, interfaces, traits }: OpData): object {
  const isolated = isIsolated ? ["IsolatedFromAbove"] : [];
  return { regions: 1, interfaces, traits: ["NoTerminator", "SingleBlock", ...isolated, ...traits] };
}

/** Makes a pass of a world. The pass checks that it can run on its operation, and records the run. */
export function passOf(
  { accepts, ...declaration }: PassData,
  ir: IrAdapter<object>,
  log: RunLog,
): PassDefinition<object> {
  const { name, anchor, interface: needed } = declaration;
  return definePass({
    ...declaration,
    ...(accepts === undefined
      ? {}
      : { canScheduleOn: ({ text }: { readonly text: string }) => accepts.includes(text) }),
    runOnOperation(op: object) {
      const path: string[] = [];
      for (let at: object | undefined = op; at !== undefined; at = ir.parentOf?.(at)) path.unshift(ir.nameOf(at).text);
      log.push({ pass: name, path });
      const at = ir.nameOf(op);
      const isWrong =
        (anchor !== undefined && anchor !== at.text) ||
        (needed !== undefined && !at.hasInterface(needed)) ||
        accepts?.includes(at.text) === false;
      if (isWrong) throw new Error(`${name} runs on ${at.text}`);
    },
  } as never) as unknown as PassDefinition<object>;
}

/** Makes the framework of a world from code. */
export function frameworkOf(world: World, ir: IrAdapter<object>, log: RunLog): Framework<object> {
  const add = (b: PassManagerBuilder, steps: readonly StepInWorld[]): void => {
    for (const step of steps) {
      if ("nest" in step) add(b.nest(step.nest), step.steps);
      else if ("point" in step) b.addExtensionPoint(step.point);
      else {
        const { pass, ...settings } = step;
        b.addPass(pass, settings);
      }
    }
  };
  return defineFramework({
    name: "frame",
    ir,
    anchor: world.anchor,
    extensionPoints: { start: { since: "1", doc: "" }, end: { since: "1", doc: "" } },
    properties: { tidy: { kind: "fragile" } },
    cleanups: world.cleanups,
    passes: world.passes.map((pass) => passOf(pass, ir, log)),
    pipeline: (b: PassManagerBuilder) => add(b, world.steps),
  } as never) as unknown as Framework<object>;
}

/** Makes a plugin of a world. */
export function pluginOf(
  { name, passes, calls, insert, rules }: PluginData,
  ir: IrAdapter<object>,
  log: RunLog,
): DefinedPlugin {
  return definePlugin({
    name,
    passes: passes.map((pass) => passOf(pass, ir, log)) as never,
    insert: insert as never,
    rules: rules as never,
    setup(b) {
      for (const { method, args } of calls)
        (b as unknown as { [key: string]: (...args: readonly unknown[]) => unknown })[method]?.(...args);
    },
  }) as DefinedPlugin;
}

/** Assembles a world in memory. */
export function assemblyOf(world: World, ir: IrAdapter<object>, log: RunLog, more: object = {}): Assembly {
  const { insert, rules, overrides, bundles } = world;
  const plugins = world.plugins.map((plugin) => pluginOf(plugin, ir, log));
  return assemble(frameworkOf(world, ir, log), {
    plugins,
    insert,
    rules,
    overrides,
    bundles,
    ...more,
  } as never) as unknown as Assembly;
}

/** Returns the text of an input with an operation for each step of a plan. */
export function inputFor(world: World, plan: Plan): string {
  const root: Node = { name: plan.anchor, inside: [] };
  for (const step of plan.steps) if (step.kind === "pass") addPath([root], step.nests, Object.keys(world.ops));
  return world.ir === "tree" ? JSON.stringify(root) : mlirText(root);
}

function addPath(around: readonly Node[], nests: PlanStep["nests"], all: readonly string[]): void {
  let level = around;
  for (const { anchor } of nests) {
    const { anchor: name } = parseAnchor(anchor);
    level = level.flatMap((node) => (name === "any" ? all : [name]).map((one) => childOf(node, one)));
  }
}

function childOf(node: Node, name: string): Node {
  const known = node.inside.find((one) => one.name === name);
  const child = known ?? { name, inside: [] };
  if (known === undefined) node.inside.push(child);
  return child;
}

function mlirText({ name, inside }: Node): string {
  return `"${name}"() ({\n^bb0:\n${inside.map(mlirText).join("")}}) : () -> ()\n`;
}

/**
 * Returns the steps of a plan that did not run on any operation. Leaves out steps of op-agnostic managers whose passes
 * neither declare an anchor nor accept a common operation, because planning cannot list all operations.
 */
export function idleSteps(world: World, ir: IrAdapter<object>, plan: Plan, log: RunLog): readonly PlanStep[] {
  const barren = barrenManagers(world, ir, plan);
  return plan.steps.filter(({ kind, pass, nests }) => {
    if (nests.some(({ id }) => barren.has(id))) return false;
    const wanted = [plan.anchor, ...nests.map(({ anchor }) => parseAnchor(anchor).anchor)];
    const isOn = (path: readonly string[]): boolean =>
      path.length === wanted.length && wanted.every((name, depth) => name === "any" || name === path[depth]);
    return kind === "pass" && !log.some((one) => one.pass === pass && isOn(one.path));
  });
}

/** Returns the ids of op-agnostic managers whose passes neither declare an anchor nor accept a common operation. */
function barrenManagers({ ops, passes, plugins }: World, ir: IrAdapter<object>, plan: Plan): ReadonlySet<number> {
  const all = [...passes, ...plugins.flatMap((plugin) => plugin.passes)];
  const inside = new Map<number, PassData[]>();
  for (const { nests, pass } of plan.steps) {
    const around = nests.at(-1);
    const data = all.find(({ name }) => name === pass);
    if (around?.anchor === "any" && data !== undefined) inside.set(around.id, [...(inside.get(around.id) ?? []), data]);
  }
  const isBarren = (members: readonly PassData[]): boolean => {
    if (members.some(({ anchor }) => anchor !== undefined)) return false;
    return !Object.keys(ops).some((name) => {
      return ir.intern(name).isIsolatedFromAbove && members.every((one) => accepts(one, ir, name));
    });
  };
  return new Set([...inside].flatMap(([id, members]) => (isBarren(members) ? [id] : [])));
}

function accepts({ interface: needed, accepts: listed }: PassData, ir: IrAdapter<object>, name: string): boolean {
  return (needed === undefined || ir.intern(name).hasInterface(needed)) && listed?.includes(name) !== false;
}
