import { isValueProperty } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import * as errors from "../errors/properties.ts";
import { pushTo } from "../maps.ts";
import type { UnusableCleanup } from "../resolve/cleanup.ts";
import { collapseGroups, isVisibleWithin } from "./group-units.ts";
import { managersOf } from "../steps/groups.ts";
import type { Groups } from "../steps/groups.ts";
import type { Element } from "../resolve/element.ts";
import type { Properties } from "./property.ts";
import { PropertyFlow, keeps } from "./property-flow.ts";
import { aboutStep, positionNote } from "../errors/where.ts";

const NONE: readonly string[] = [];

/** Returns the ranges in which each property holds, as text with their first and last step. */
function rangesOf(order: readonly Element[], properties: Properties): ReadonlyMap<string, readonly string[]> {
  const ranges = new Map<string, string[]>();
  const starts = new Map<string, string>();
  const provided = order.flatMap(({ declaration }) => declaration.provides ?? []);
  const names = new Set([...Object.keys(properties), ...provided]);
  const flow = new PropertyFlow(properties);
  const note = (at: string): void => {
    for (const name of names) {
      const start = starts.get(name);
      if (start === undefined && flow.holds(name)) starts.set(name, at);
      if (start === undefined || flow.holds(name)) continue;
      pushTo(ranges, name, `from ${start} to ${at}`);
      starts.delete(name);
    }
  };
  note("the beginning");
  for (const element of order) {
    if (element.kind === "point") continue;
    flow.pass(element);
    note(`\`${element.address}\``);
  }
  for (const [name, start] of starts) pushTo(ranges, name, `from ${start} to the end`);
  return ranges;
}

/** Checks required and forbidden properties of each step. Notes mention the cleanups in `unusable`. */
export function checkProperties(
  order: readonly Element[],
  properties: Properties,
  groups: Groups,
  unusable: readonly UnusableCleanup[] = [],
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const flow = new PropertyFlow(properties);
  const steps = collapseGroups(order, groups, properties);
  let ranges: ReturnType<typeof rangesOf> | undefined;
  const check = (element: Element, before: PropertyFlow, fellows: readonly Element[]): void => {
    const { requires = NONE, forbids = NONE } = element.declaration;
    for (const name of requires) {
      const fact = before.fact(name);
      if (fact.holds) continue;
      const providers = unusable.filter(
        ({ cleanup, consumer }) =>
          cleanup.declaration.provides?.includes(name) &&
          (consumer === undefined || [consumer, ...(consumer.inside ?? [])].includes(element)),
      );
      const fellow = fellows.find((one) => one !== element && one.declaration.provides?.includes(name));
      ranges ??= rangesOf(steps, properties);
      diagnostics.push(errors.missingProperty(element, name, fact, ranges, providers, fellow));
    }
    for (const name of forbids) {
      const fact = before.fact(name);
      if (fact.holds) diagnostics.push(errors.forbiddenProperty(element, name, fact));
    }
  };
  for (const step of steps) {
    if (step.kind === "point") continue;
    const members = (step.inside ?? [step]).filter(({ kind }) => kind === "pass");
    const [first] = members;
    const isInSequence = step.inside !== undefined && first !== undefined && isVisibleWithin(first, groups);
    const inside = isInSequence ? flow.copy() : flow;
    for (const member of members) {
      check(member, inside, isInSequence ? [] : members);
      if (isInSequence) inside.pass(member);
    }
    flow.pass(step);
  }
  return diagnostics;
}

const on = (chain: readonly string[]): string => (chain.length === 0 ? "the root" : `'${chain.join(" > ")}'`);

const isEverywhere = (anchor: string): boolean => anchor.startsWith("**");

/** Step that provides a value for each operation. `chain` contains the anchors of its managers. */
interface Provider {
  readonly step: Element;
  readonly chain: readonly string[];
  /** First conversion after the provider. Conversions drop values of operations. */
  conversion?: Element;
}

/**
 * Checks requirements for values that {@link checkProperties} does not check. Only passes on the root can provide a
 * value of the complete input. A value of an operation can be read only by passes on the same operation or on
 * operations inside it. A conversion between the provider and the reader drops values of operations.
 */
export function checkValues(order: readonly Element[]): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const providers = new Map<string, Provider>();
  const steps = order.filter(({ kind }) => kind === "pass");
  for (const step of steps) {
    const { values = {}, requires = [], provides = [], to } = step.declaration;
    if (step.declaration.values === undefined && to === undefined && !requires.some(isValueProperty)) continue;
    const chain = managersOf(step.nests).map(({ anchor }) => anchor);
    const report = (code: string, problem: string, help: string, reason: string): void => {
      const notes = [positionNote(step), reason];
      diagnostics.push(aboutStep(code, step, `\`${step.name}\` ${problem}`, help, { notes }));
    };
    for (const name of requires) {
      if (!isValueProperty(name)) continue;
      const provider = providers.get(name);
      if (provider === undefined) {
        // No step provides the value, so the value comes from an earlier pipeline of a graph. If each operation has its
        // own value, a pass that drops the value of one operation does not affect the next operation.
        if (values[name] === "operation" && !chain.some(isEverywhere)) continue;
        const dropping = nestedStepsOf(step, steps).find(({ declaration }) => !keeps(declaration, name));
        if (dropping !== undefined)
          report(
            "PWB0515",
            `on ${on(chain)} requires value \`${name}\` for every operation, but \`${dropping.address}\` drops the value before the next operation`,
            `if the value stays valid, add \`preserves: ["${name}"]\` to \`${dropping.name}\`; otherwise, move \`${dropping.name}\` after the next pass on the root`,
            "a nested pipeline runs all of its passes on one operation before it starts the next operation",
          );
        continue;
      }
      const { conversion } = provider;
      const provided = on(provider.chain);
      if (conversion !== undefined)
        report(
          "PWB0513",
          `requires value \`${name}\`, which conversion \`${conversion.address}\` drops`,
          `provide \`${name}\` after \`${conversion.address}\`, or define \`${name}\` with \`per: "input"\` and preserve it in the conversion`,
          `\`${provider.step.address}\` provides \`${name}\` before the conversion, for operations of another IR`,
        );
      else if (!chain.every((anchor, index) => anchor === provider.chain[index]))
        report(
          "PWB0512",
          `on ${on(chain)} requires \`${name}\`, which is a value of ${provided}`,
          `anchor \`${step.name}\` on ${provided} or on a surrounding operation`,
          `\`${provider.step.address}\` provides \`${name}\` on ${provided}`,
        );
    }
    for (const name of provides) {
      if (!Object.hasOwn(values, name)) continue;
      if (values[name] === "operation") providers.set(name, { step, chain });
      else if (chain.length > 0)
        report(
          "PWB0511",
          `on ${on(chain)} cannot provide \`${name}\`, which is a value of the whole input`,
          `define \`${name}\` with \`per: "operation"\`, or anchor \`${step.name}\` on the root`,
          "a nested pass runs once for each operation, and can provide only values of that operation",
        );
    }
    if (to !== undefined) for (const provider of providers.values()) provider.conversion ??= step;
  }
  return diagnostics;
}

/**
 * Returns all steps of the nested pipeline that contains `step`. Adjacent nested pipelines count as one pipeline,
 * because they merge unless one of them runs on operations at every depth. A nested pipeline runs all of its steps on
 * one operation before it continues with the next operation.
 */
function nestedStepsOf(step: Element, steps: readonly Element[]): readonly Element[] {
  const at = steps.indexOf(step);
  const isTogether = (left: Element | undefined, right: Element | undefined): boolean => {
    const [one, other] = [left, right].map((element) => element && managersOf(element.nests)[0]);
    if (one === undefined || other === undefined) return false;
    return one.id === other.id || ![one, other].some(({ anchor }) => isEverywhere(anchor));
  };
  if (managersOf(step.nests).length === 0) return [];
  let [start, end] = [at, at + 1];
  while (isTogether(steps[start - 1], steps[start])) start--;
  while (isTogether(steps[end - 1], steps[end])) end++;
  return steps.slice(start, end);
}
