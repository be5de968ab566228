import { expect } from "chai";
import { resolve } from "@passwright/builder";
import type { Plan, PlanStep, ResolveInput } from "@passwright/builder";
import type { Element } from "../../dist/resolve/element.js";
import { slotNumber } from "../../dist/steps/nesting.js";
import { checkProperties } from "../../dist/properties/check-properties.js";
import { checkRules } from "../../dist/resolve/check-rules.js";
import { Elements } from "../../dist/resolve/elements.js";
import { orderPipeline } from "../../dist/resolve/order-pipeline.js";
import { CASES, forEachBuilding, forEachPlan } from "./for-each-building.ts";

/** Returns the contributed passes of each slot in order, before edits and cleanups. */
function slotsOf(input: ResolveInput): ReadonlyMap<number, readonly Element[]> {
  const slots = new Map<number, Element[]>();
  const { order = [] } = orderPipeline({ ...input, cleanups: [], edits: [], overrides: [] });
  for (const element of order) {
    if (element.contribution === undefined) continue;
    const slot = slotNumber(element.slot);
    slots.set(slot, [...(slots.get(slot) ?? []), element]);
  }
  return slots;
}

const addressesOf = (plan: Plan | undefined): string[] => plan?.steps.map(({ address }) => address) ?? [];

/** Returns the reason of a step, and the contributed steps around it. */
function told(plan: Plan | undefined, address: string): string {
  const steps = plan?.steps.filter((step) => step.origin.kind !== "inserted" || step.address === address) ?? [];
  const at = steps.findIndex((step) => step.address === address);
  if (at < 0) return "gone";
  const { pass, because, notes = [] } = steps[at] as PlanStep;
  return JSON.stringify([steps[at - 1]?.address, pass, because, notes, steps[at + 1]?.address]);
}

/** Returns the keys that break ties between contributions, by address. */
function canonicalKeys({ contributions }: ResolveInput): ReadonlyMap<string, string> {
  return new Map(
    contributions.map(({ address, contributor, index }) => [
      address,
      `${contributor} ${String(index).padStart(4, "0")}`,
    ]),
  );
}

interface Cited {
  readonly relation: "before" | "after";
  readonly others: readonly string[];
  readonly reason: string;
}

/** Parses the note of a rule: ``after `a`, `b`, by a weak rule: "reason 3" (…)``. */
function cited(note: string): Cited {
  const [, relation, others, reason] = /^(before|after) (`.*`), by a (?:strong|weak) rule: "([^"]*)"/.exec(note) ?? [];
  if (others === undefined || reason === undefined) throw new Error(`what is this note? ${note}`);
  return { relation: relation as Cited["relation"], others: others.slice(1, -1).split("`, `"), reason };
}

describe("explanations of random buildings", () => {
  it("cover every step: contributor, reason, and effects of rules on its position", () => {
    forEachPlan((plan) => {
      for (const { origin, because } of plan.steps) {
        expect(origin.name).to.not.equal("");
        expect(because).to.not.equal("");
      }
      for (const { because } of plan.leftOut) expect(because).to.not.equal("");
    });
  });

  it("name a rule wherever two neighbours in a slot are not in canonical order and placements do not want that", () => {
    let turned = 0;
    forEachBuilding((_, { builder }) => {
      const input = builder.input();
      const unruled = slotsOf({ ...input, rules: [] });
      const keys = canonicalKeys(input);
      for (const [slot, order] of slotsOf(input)) {
        const before = unruled.get(slot)?.map(({ address }) => address) ?? [];
        order.forEach((right, index) => {
          const left = order[index - 1];
          // Skips bundles, because all passes of a bundle move together.
          if (left === undefined || left.bundle !== undefined || right.bundle !== undefined) return;
          const [one, other] = [left, right].map(({ address }) => keys.get(address.replace(/@\d+$/, "")) as string);
          if ((one as string) < (other as string)) return;
          if (before.indexOf(left.address) < before.indexOf(right.address)) return;
          turned++;
          const says = (element: Element, relation: string, other: Element): boolean =>
            element.notes.some((note) => cited(note).relation === relation && note.includes(`\`${other.address}\``));
          expect(
            says(left, "before", right) || says(right, "after", left),
            `${left.address} and ${right.address} of ${order.map(({ address }) => address).join(" ")}`,
          ).to.equal(true);
        });
      }
    });
    expect(turned).to.be.at.least(Math.floor(CASES / 200));
  });

  it("name rules with their effect: alone they swap two passes", () => {
    let count = 0;
    forEachBuilding((_, { builder }) => {
      const input = builder.input();
      const unruled = slotsOf({ ...input, rules: [] });
      for (const [slot, order] of slotsOf(input)) {
        for (const element of order) {
          for (const note of element.notes) {
            const { relation, others, reason } = cited(note);
            const alone = slotsOf({ ...input, rules: input.rules.filter((rule) => rule.reason === reason) });
            const isBefore = (of: typeof alone, other: string): boolean => {
              const addresses = of.get(slot)?.map(({ address }) => address) ?? [];
              return addresses.indexOf(element.address) < addresses.indexOf(other);
            };
            for (const other of others) {
              count++;
              expect(isBefore(unruled, other), `without ${note} at ${element.address}`).to.equal(relation === "after");
              // Skips presence rules, because a different target can satisfy them if the other rules are removed.
              if (input.rules.find((rule) => rule.reason === reason)?.relation.endsWith("Some") === true) continue;
              expect(isBefore(alone, other), `with ${note} at ${element.address}`).to.equal(relation === "before");
            }
          }
        }
      }
    });
    expect(count).to.be.at.least(Math.floor(CASES / 200));
  });

  it("name contributions without which the step is gone", () => {
    forEachPlan((plan, _, { builder }, random) => {
      const input = builder.input();
      if (input.contributions.length === 0) return;
      const { bundle, address } = random.pick(input.contributions);
      if (!addressesOf(plan).includes(address)) return;
      const contributions = input.contributions.filter((each) =>
        bundle === undefined ? each.address !== address : each.bundle?.id !== bundle.id,
      );
      expect(told(resolve({ ...input, contributions }).plan, address)).to.equal("gone");
    });
  });

  it("name rules and edits without which the step is elsewhere, gone or explained otherwise", () => {
    forEachPlan((plan, _, { builder }) => {
      const input = builder.input();
      for (const step of plan.steps) {
        for (const note of step.notes ?? []) {
          const rules = input.rules.filter(({ reason }) => reason !== cited(note).reason);
          expect(rules.length).to.be.below(input.rules.length);
          expect(told(resolve({ ...input, rules }).plan, step.address)).to.not.equal(told(plan, step.address));
        }
        if (!step.because.startsWith("in place of ")) continue;
        expect(told(resolve({ ...input, edits: [] }).plan, step.address)).to.not.equal(told(plan, step.address));
      }
      for (const { address, because } of plan.leftOut) {
        if (because.startsWith("removed")) {
          const { plan: unedited } = resolve({ ...input, edits: [] });
          const left = unedited?.leftOut.find((each) => each.address === address);
          expect(left?.because ?? "").to.not.match(/^removed/);
          if (unedited !== undefined && left === undefined) expect(addressesOf(unedited)).to.include(address);
        } else if (because.startsWith("dropped")) {
          // Skips pipelines that do not have a plan if duplicates stay.
          const { plan: whole } = resolve({ ...input, keepDuplicates: true });
          if (whole !== undefined) expect(addressesOf(whole)).to.include(address);
        }
      }
    });
  });

  it("name the requirement of an inserted cleanup: without the requirement, it has another reason", () => {
    let [needs, wishes] = [0, 0];
    forEachPlan((plan, _, { builder }) => {
      const input = builder.input();
      for (const [index, { origin, address, because }] of plan.steps.entries()) {
        if (origin.kind !== "inserted") continue;
        const [, consumer, property] = /^`(.*)` requires (.*)$/.exec(because) ?? [];
        if (consumer === undefined || property === undefined) {
          const reason = /: "(.*)"$/.exec(because)?.[1];
          const rules = input.rules.filter((rule) => rule.reason !== reason);
          expect(rules).to.have.length(input.rules.length - 1);
          const { plan: less } = resolve({ ...input, rules });
          expect(less?.steps.filter((step) => step.because === because) ?? []).to.have.length(0);
          wishes++;
          continue;
        }
        needs++;
        // Accepts a missing step: the step that required the cleanup can itself be a cleanup, and can be dropped later.
        const isThere = plan.steps.slice(index + 1).some(({ pass }) => pass === consumer);
        const isReliedOn = plan.leftOut.some((left) => left.because.endsWith(`\`${address}\``));
        expect(isThere || isReliedOn, `${address} for ${consumer}`).to.equal(true);
        const declared = input.basePipeline.steps
          .map(({ declaration }) => declaration)
          .concat(input.contributions.map(({ pass }) => pass))
          .concat((input.edits ?? []).flatMap((edit) => (edit.kind === "replace" ? [edit.pass] : [])))
          .concat((input.cleanups ?? []).map(({ declaration }) => declaration))
          .find(({ name }) => name === consumer);
        expect(declared?.requires, `${consumer} requires ${property}`).to.include(property);
      }
    });
    expect(needs).to.be.at.least(Math.floor(CASES / 20));
    expect(wishes).to.be.at.least(Math.floor(CASES / 500));
  });

  it("name the steps that require an inserted cleanup: without all of them, it is missing", () => {
    let count = 0;
    forEachPlan((plan, _, { builder }) => {
      const input = builder.input();
      const consumers = new Set(plan.steps.flatMap(({ because }) => /^`(.*)` requires /.exec(because)?.[1] ?? []));
      const isOthers = (name: string): boolean =>
        [...input.basePipeline.steps, ...(input.cleanups ?? []).map(({ declaration }) => declaration)].some(
          (step) => step.name === name,
        ) || (input.edits ?? []).some((edit) => edit.kind === "replace" && edit.pass.name === name);
      for (const consumer of consumers) {
        if (isOthers(consumer)) continue;
        const bundles = new Set(
          input.contributions.flatMap(({ pass, bundle }) => (pass.name === consumer ? (bundle?.id ?? []) : [])),
        );
        const contributions = input.contributions.filter(
          ({ pass, bundle }) => pass.name !== consumer && !bundles.has(bundle?.id ?? ""),
        );
        const { plan: without } = resolve({ ...input, contributions });
        if (without === undefined) continue;
        count++;
        const left = without.steps.filter(({ because }) => because.startsWith(`\`${consumer}\` requires `));
        expect(left.map(({ address }) => address)).to.deep.equal([]);
      }
    });
    expect(count).to.be.at.least(Math.floor(CASES / 60));
  });

  it("leave no cleanup in that nothing needs: without any of the inserted ones something is missing", () => {
    let count = 0;
    forEachPlan((plan, _, { builder }) => {
      const input = builder.input();
      const { order = [] } = orderPipeline(input);
      const { properties = {} } = input;
      for (const element of order) {
        if (element.origin.kind !== "inserted" || !/^`.*` requires /.test(element.because)) continue;
        const rest = order.filter((other) => other !== element);
        const isRelied = plan.leftOut.some(({ because }) => because.endsWith(`\`${element.address}\``));
        if (isRelied) continue;
        rest.forEach((other, position) => (other.position = position));
        const presence = input.rules.filter(({ relation }) => relation.endsWith("Some"));
        const broken = checkRules(new Elements([rest]).selectAll(presence));
        count++;
        expect(
          [...checkProperties(rest, properties, new Map()), ...broken],
          `${element.address} in ${order.map(({ address }) => address).join(" ")}`,
        ).to.not.have.length(0);
      }
    });
    expect(count).to.be.at.least(Math.floor(CASES / 20));
  });
});
