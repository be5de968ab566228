import { Random, samples } from "@passwright/development";
import { assemble, defineFramework, definePass, defineValue } from "@passwright/sdk";
import { expect } from "chai";
import { parseTree, tree } from "../idle/tree.ts";
import type { Node } from "../idle/tree.ts";

const VALUES = {
  whole: defineValue<number>({ name: "whole", version: 1, per: "input" }),
  own: defineValue<number>({ name: "own", version: 1, per: "operation" }),
} as const;

type Name = keyof typeof VALUES;

interface Step {
  readonly on: "module" | "func" | "loop";
  readonly provides: readonly Name[];
  readonly requires: readonly Name[];
  readonly preserves: readonly Name[];
}

function randomStep(random: Random): Step {
  const some = (probability: number): Name[] => (["whole", "own"] as const).filter(() => random.chance(probability));
  return {
    on: random.pick(["module", "module", "func", "loop"]),
    provides: some(0.25),
    requires: some(0.2),
    preserves: some(0.7),
  };
}

/**
 * Returns whether the builder is allowed to accept a plan. Computes the available values at each step from the list of
 * steps.
 */
function mayRun(steps: readonly Step[]): boolean {
  let isWholeThere = false;
  let ownIsOn: Step["on"] | undefined;
  for (const [index, { on, provides, requires, preserves }] of steps.entries()) {
    if (provides.includes("whole") && on !== "module") return false;
    if (requires.includes("own") && (ownIsOn === undefined || (on !== "module" && on !== ownIsOn))) return false;
    if (requires.includes("whole")) {
      if (!isWholeThere) return false;
      if (on !== "module") {
        let [start, end] = [index, index];
        while (start > 0 && steps[start - 1]?.on !== "module") start--;
        while (end + 1 < steps.length && steps[end + 1]?.on !== "module") end++;
        const together = steps.slice(start, end + 1);
        if (together.some((one) => !one.preserves.includes("whole") && !one.requires.includes("whole"))) return false;
      }
    }
    const keeps = (name: Name): boolean => preserves.includes(name) || requires.includes(name);
    isWholeThere = provides.includes("whole") || (isWholeThere && keeps("whole"));
    ownIsOn = provides.includes("own") ? on : keeps("own") ? ownIsOn : undefined;
  }
  return true;
}

const below = (op: Node): Node[] => [op, ...op.children.flatMap(below)];

function passOf({ on, provides, requires, preserves }: Step, index: number, log: string[]) {
  const table = (names: readonly Name[]) => Object.fromEntries(names.map((name) => [name, VALUES[name]]));
  return definePass({
    name: `p${index}`,
    anchor: on,
    provides: table(provides),
    requires: table(requires),
    preserves: preserves.map((name) => VALUES[name].property),
    runOnOperation(op: Node, pass) {
      const values = pass.values as unknown as {
        get(value: object): number;
        find(value: object, op: Node): number | undefined;
        set(value: object, to: number): void;
      };
      if (requires.includes("whole")) log.push(`${index} whole ${values.get(VALUES.whole)}`);
      if (requires.includes("own") && on === "module")
        log.push(`${index} own ${below(op).filter((one) => values.find(VALUES.own, one) !== undefined).length}`);
      else if (requires.includes("own")) log.push(`${index} own ${values.get(VALUES.own)}`);
      for (const name of provides) values.set(VALUES[name], index);
    },
  });
}

const COUNT = samples(10_000);

describe("values in random pipelines", () => {
  it("are accepted exactly if an oracle finds them alive, and can then be read", () => {
    let accepted = 0;
    for (let seed = 1; seed <= COUNT; seed++) {
      const random = new Random(seed);
      const steps = Array.from({ length: 1 + random.below(6) }, () => randomStep(random));
      const log: string[] = [];
      const framework = defineFramework({
        name: "random",
        ir: tree,
        pipeline(b) {
          for (const [index, step] of steps.entries()) {
            const inside = step.on === "module" ? b : b.nest(step.on);
            inside.addPass(passOf(step, index, log) as never);
          }
        },
      });
      const assembly = assemble(framework, {});
      const isAccepted = assembly.plan !== undefined;
      const what = `seed ${seed}: ${JSON.stringify(steps)}`;
      expect(isAccepted, what).to.equal(mayRun(steps));
      if (!isAccepted) continue;
      accepted++;
      const root = parseTree("module(loop,func(loop),func,loop)");
      expect(assembly.run(root).diagnostics, what).to.deep.equal([]);
      const needed = steps.flatMap(({ requires, on }) => (on === "module" ? requires : []));
      expect(log.length, what).to.be.at.least(needed.length);
      expect(log.filter((line) => line.endsWith("own 0") && !steps[0]?.provides.includes("own")).length, what).to.equal(
        0,
      );
    }
    expect(accepted).to.be.greaterThan(COUNT / 10);
  });
});
