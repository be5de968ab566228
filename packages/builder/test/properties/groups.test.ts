import { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import { defineGroup, definePass } from "@passwright/core";
import type { GroupDefinition, PassDefinition } from "@passwright/core";
import { Random, samples } from "@passwright/development";
import { expect } from "chai";

/** Name of a pass in a small pipeline. Names of members begin with `m`. */
type Name = string;

const isMember = (name: Name): boolean => name.startsWith("m");

interface Inserted {
  readonly name: Name;
  readonly contributor: string;
  readonly position: { readonly before: Name } | { readonly after: Name } | { readonly end: true };
}

interface Rule {
  readonly first: Name;
  readonly second: Name;
}

interface Building {
  readonly base: readonly Name[];
  readonly inserted: readonly Inserted[];
  readonly rules: readonly Rule[];
  readonly splits: "refuse" | "report";
}

function drawBuilding(random: Random): Building {
  const name = (index: number, kind: string): Name => `${random.chance(0.55) ? "m" : "x"}${kind}${index}`;
  const base = Array.from({ length: random.between(1, 4) }, (_, index) => name(index, "f"));
  const inserted = Array.from({ length: random.between(1, 4) }, (_, index): Inserted => {
    const target = random.pick(base);
    const position = random.pick([{ before: target }, { after: target }, { end: true }] as const);
    return { name: name(index, "p"), contributor: random.pick(["a", "b", "c"]), position };
  });
  const all = [...base, ...inserted.map((one) => one.name)];
  const rules = Array.from({ length: random.below(4) }, () => ({ first: random.pick(all), second: random.pick(all) }));
  const isUseful = ({ first, second }: Rule): boolean =>
    first !== second && !(base.includes(first) && base.includes(second));
  return { base, inserted, rules: rules.filter(isUseful), splits: random.pick(["refuse", "report"]) };
}

/** Result of the engine for a building: the order with its groups, or `refused`, and whether a split was reported. */
interface Outcome {
  readonly text: string;
  readonly order: readonly Name[] | undefined;
  readonly reportsSplit: boolean;
}

function planned({ base, inserted, rules, splits }: Building): Outcome {
  const group: GroupDefinition<object> = defineGroup({ name: "host", splits, run: () => {} });
  const passOf = (name: Name): PassDefinition<object> =>
    isMember(name) ? definePass({ name, group, member: name }) : definePass({ name, runOnOperation() {} });
  const catalogue = new PassCatalogue();
  catalogue.addGroup(group, { name: "frame" });
  const builder = new PassManagerBuilder<object>("root", { framework: { name: "frame" }, catalogue });
  for (const name of base) builder.addPass(passOf(name));
  let isRefused = false;
  for (const { name, contributor, position } of inserted) {
    const view = builder.forContributor({ kind: "plugin", name: contributor });
    const insertion =
      "before" in position
        ? view.addBefore(position.before, passOf(name))
        : "after" in position
          ? view.addAfter(position.after, passOf(name))
          : view.addPass(passOf(name));
    isRefused ||= typeof insertion === "object" && "ok" in insertion && !insertion.ok;
  }
  const rule = builder.forContributor({ kind: "plugin", name: "rules" });
  for (const { first, second } of rules) rule.rule(first).strong.before(second, { reason: "drawn" });
  const { plan, diagnostics } = builder.resolve();
  const reportsSplit = diagnostics.some(({ code }) => code === "PWB0420");
  if (plan === undefined || isRefused) return { text: "refused", order: undefined, reportsSplit };
  const steps = plan.steps.map(({ pass, nests }) => `${pass}${nests.length > 0 ? `@${nests[0]?.id}` : ""}`);
  return { text: steps.join(), order: plan.steps.map(({ pass }) => pass), reportsSplit };
}

/* The oracle lists all orders of the passes in each slot. It does not share code with the engine. */

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
}

/** Returns the slot of an inserted pass: the number of base passes before it. */
function slotOf({ base }: Building, { position }: Inserted): number {
  if ("before" in position) return base.indexOf(position.before);
  return "after" in position ? base.indexOf(position.after) + 1 : base.length;
}

/** Returns all orders in which the base pipeline keeps its order and each inserted pass is in its slot. */
function ordersOf(building: Building): Name[][] {
  const { base, inserted } = building;
  const slots = [...base, ""].map((): Name[] => []);
  for (const one of inserted) slots[slotOf(building, one)]?.push(one.name);
  let orders: Name[][] = [[]];
  for (const [index, slot] of slots.entries()) {
    const next = base[index];
    orders = orders.flatMap((order) =>
      [...permutations(slot)].map((own) => [...order, ...own, ...(next === undefined ? [] : [next])]),
    );
  }
  return orders;
}

const holds = (order: readonly Name[], { first, second }: Rule): boolean =>
  order.indexOf(first) < order.indexOf(second);

/**
 * Returns rules that keep the order of each contributor's calls in a slot. Passes that are inserted after the left
 * framework pass come before passes that are inserted before the right framework pass. A group member whose target is
 * also a group member is closest to the target.
 */
function ownOrders(building: Building): Rule[] {
  const rank = ({ name, position }: Inserted): number => {
    if ("end" in position) return 3;
    const isBeside = isMember(name) && isMember("after" in position ? position.after : position.before);
    return "after" in position ? (isBeside ? 1 : 2) : isBeside ? 4 : 3;
  };
  return building.inserted.flatMap((one, index) =>
    building.inserted.flatMap((other, at) => {
      if (one.contributor !== other.contributor || slotOf(building, one) !== slotOf(building, other)) return [];
      const isFirst = rank(one) === rank(other) ? index < at : rank(one) < rank(other);
      return isFirst ? [{ first: one.name, second: other.name }] : [];
    }),
  );
}

/** Returns whether members that no framework pass separates are adjacent. */
function isWhole(order: readonly Name[], base: readonly Name[]): boolean {
  const ranges: Name[][] = [[]];
  for (const name of order) {
    if (base.includes(name) && !isMember(name)) ranges.push([]);
    else ranges.at(-1)?.push(name);
  }
  return ranges.every((range) => {
    const [first, last] = [range.findIndex(isMember), range.findLastIndex(isMember)];
    return first < 0 || range.slice(first, last).every(isMember);
  });
}

describe("groups of random pipelines", () => {
  it("are kept together exactly where some legal order does so", () => {
    const seen = { whole: 0, refused: 0, reported: 0 };
    for (let seed = 0; seed < samples(1000); seed++) {
      const building = drawBuilding(new Random(seed));
      const { text, order, reportsSplit } = planned(building);
      const possible = ordersOf(building).filter((one) => building.rules.every((rule) => holds(one, rule)));
      const own = ownOrders(building);
      const legal = possible.filter((one) => own.every((rule) => holds(one, rule)));
      // `own-order.test.ts` compares orders in which rules contradict the order of calls.
      if (legal.length === 0 && possible.length > 0) continue;
      const whole = legal.filter((one) => isWhole(one, building.base));
      const where = `seed ${seed}: ${JSON.stringify(building)}\n${text}`;
      const isIn = (orders: readonly Name[][]): boolean => orders.some((one) => one.join() === order?.join());
      if (whole.length > 0) {
        expect(isIn(whole), where).to.equal(true);
        expect(reportsSplit, where).to.equal(false);
        seen.whole++;
      } else if (legal.length > 0 && building.splits === "report") {
        expect(isIn(legal) && reportsSplit, where).to.equal(true);
        seen.reported++;
      } else {
        expect(order, where).to.equal(undefined);
        seen.refused++;
      }
    }
    expect(seen.whole).to.be.greaterThan(samples(1000) / 4);
    expect(seen.reported + seen.refused).to.be.greaterThan(samples(1000) / 20);
  });

  it("are the same in every order of loading", () => {
    for (let seed = 0; seed < samples(200); seed++) {
      const building = drawBuilding(new Random(seed + 100_000));
      const texts = new Set(
        [...permutations(["a", "b", "c"])].map((contributors) => {
          const inserted = contributors.flatMap((contributor) =>
            building.inserted.filter((one) => one.contributor === contributor),
          );
          return planned({ ...building, inserted }).text;
        }),
      );
      expect([...texts], `seed ${seed}: ${JSON.stringify(building)}`).to.have.length(1);
    }
  });
});
