import { ownerText, suggest } from "@passwright/core";
import type { Diagnostic, IrAdapter, OpPassManager } from "@passwright/core";
import { managersOf, originText } from "@passwright/builder";
import type { PassCatalogue, Properties } from "@passwright/builder";
import * as errors from "../errors.ts";
import type { PipelineNode, Structure } from "../plan/structure.ts";
import type { GraphState } from "../register/graph-state.ts";
import { explore, joinAll, TooManyStates } from "./explore.ts";
import type { Entries, Visitor } from "./explore.ts";
import { Facts, isSameStart } from "./facts.ts";
import type { FlowStep, Provider, Reason, Start } from "./facts.ts";

/**
 * Resolves the pipelines of builders in order. Follows every path through the graph, also along jumps. Checks that each
 * step's requirements on properties are met on every path, and that each pipeline starts with the same IR on every
 * path. Returns the errors. Without errors, sets the plan of each builder's pipeline.
 */
export function checkPaths<Op extends object>(
  structure: Structure<Op>,
  { keepDuplicates = false }: PlanOptions = {},
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const paths = new Paths<Op>(structure, diagnostics, keepDuplicates);
  try {
    paths.run();
  } catch (thrown) {
    if (!(thrown instanceof TooManyStates)) throw thrown;
    const { framework = { name: "pipeline" } } = structure.state.options;
    const { hasConversions } = interestsOf(structure);
    diagnostics.push(errors.tooManyStates(thrown.limit, hasConversions, { kind: "framework", name: framework.name }));
    if (!hasConversions) paths.resolveAll(structure);
  }
  return diagnostics;
}

/** Settings for resolving the pipelines of builders. */
export interface PlanOptions {
  /** Whether to keep duplicate cleanups. */
  readonly keepDuplicates?: boolean;
}

class Paths<Op extends object> {
  readonly #structure: Structure<Op>;
  readonly #diagnostics: Diagnostic[];
  /** Facts at the entry of every reachable pipeline. */
  readonly #entered = new Map<PipelineNode<Op>, Entries>();
  readonly #steps = new Map<PipelineNode<Op>, readonly FlowStep[]>();
  /** Properties that passes require. */
  #required: ReadonlySet<string> = new Set();
  /** Properties that steps of the graph provide. */
  #provided: ReadonlySet<string> = new Set();
  /** Pipelines that choices skip on every path. The requirements of steps in these pipelines are not checked. */
  readonly #unreached = new Set<PipelineNode<Op>>();
  #isReached = true;
  readonly #properties: Properties;
  readonly #keepDuplicates: boolean;

  constructor(structure: Structure<Op>, diagnostics: Diagnostic[], keepDuplicates: boolean) {
    this.#structure = structure;
    this.#diagnostics = diagnostics;
    this.#keepDuplicates = keepDuplicates;
    this.#properties = structure.state.options.properties ?? {};
  }

  run(): void {
    const { required, forbidden, hasConversions } = interestsOf(this.#structure);
    this.#required = required;
    const tracked = new Set([...required, ...forbidden]);
    if (tracked.size === 0 && !hasConversions) {
      this.resolveAll(this.#structure);
      return;
    }
    const { ir, options } = this.#structure.state;
    const start = { anchor: options.anchor ?? "any", ...(ir !== undefined && { ir: ir.name }) };
    const facts = Facts.initially([...tracked].sort(), this.#properties, start);
    this.#follow(this.#structure, new Map([["at the start of the graph", { facts }]]));
    const steps = [...this.#steps.values()].flat();
    this.#provided = new Set(steps.flatMap(({ declaration }) => declaration.provides ?? []));
    for (const [node, entries] of this.#entered) {
      this.#checkStarts(node, entries);
      if (!this.#unreached.has(node)) this.#check(node, entries);
    }
  }

  /** Resolves all pipelines that are not resolved yet, without facts about properties. */
  resolveAll({ nodes }: Structure<Op>): void {
    for (const node of nodes) {
      this.#stepsOf(node, undefined);
      if (node.content.kind === "graph") this.resolveAll(node.content.graph);
    }
  }

  #follow(structure: Structure<Op>, start: Entries): Facts | undefined {
    const skipped = new Map<PipelineNode<Op>, Entries>();
    const visitor: Visitor<Op> = {
      enter: (node, entries) => {
        // A pipeline is entered once for each combination of decisions that are still relevant.
        const known = this.#entered.get(node) ?? new Map();
        this.#entered.set(node, new Map([...known, ...joined(known, entries)]));
        if (!this.#isReached) this.#unreached.add(node);
      },
      skip: (node, entries) => void skipped.set(node, entries),
      visit: (node, facts) => this.#visit(node, facts),
    };
    const end = explore(structure, start, visitor);
    // A pipeline that this choice skips must be valid as well.
    const wasReached = this.#isReached;
    this.#isReached = false;
    for (const [node, entries] of skipped) {
      if (this.#entered.has(node)) continue;
      const before = this.#beforeSibling(structure, node, joinAll(entries)) ?? entries;
      visitor.enter(node, before);
      visitor.visit(node, joinAll(before));
    }
    this.#isReached = wasReached;
    return end;
  }

  /** If a conversion in another branch of the same choice precedes `node`, returns the facts before this branch. */
  #beforeSibling({ nodes }: Structure<Op>, { choice }: PipelineNode<Op>, { starts }: Facts): Entries | undefined {
    const from = starts[0]?.from?.pipeline;
    const sibling = nodes.find((one) => one.choice === choice && `${from}/`.startsWith(`${one.path}/`));
    return sibling && this.#entered.get(sibling);
  }

  #visit(node: PipelineNode<Op>, facts: Facts): Facts {
    const [start] = facts.starts;
    if (start?.from !== undefined) node.start = start;
    const steps = this.#stepsOf(node, facts);
    let after = steps.reduce((known, step) => known.after(step, node.path, this.#properties), facts);
    if (node.content.kind === "graph") {
      const way = new Map([[`at the start of \`${node.path}\``, { facts, from: node.path }]]);
      // If no path through a subgraph reaches its end, continues with the facts from before the subgraph.
      after = this.#follow(node.content.graph, way) ?? facts;
    }
    node.ends = after.starts;
    return after;
  }

  /** Reports a pipeline that starts with different IRs on two paths. */
  #checkStarts({ path, origin }: PipelineNode<Op>, entries: Entries): void {
    const starts = [...entries].flatMap(([entered, { facts }]) => facts.starts.map((start) => ({ start, entered })));
    const [first] = starts;
    const other = starts.find(({ start }) => first !== undefined && !isSameStart(first.start, start));
    if (first !== undefined && other !== undefined) this.#diagnostics.push(errors.twoIrs(path, [first, other], origin));
  }

  #stepsOf(node: PipelineNode<Op>, facts: Facts | undefined): readonly FlowStep[] {
    let steps = this.#steps.get(node);
    if (steps === undefined) this.#steps.set(node, (steps = this.#findSteps(node, facts)));
    return steps;
  }

  #findSteps(node: PipelineNode<Op>, facts: Facts | undefined): readonly FlowStep[] {
    const { path, content, origin, start } = node;
    const { state } = this.#structure;
    if (content.kind === "passes") {
      const steps = stepsIn(content.manager, originText(origin), []);
      if (steps.length > 0) this.#checkAnchor(node, content.manager.anchorText, facts);
      return steps;
    }
    if (content.kind === "graph") {
      this.#checkAnchor(node, content.graph.state.options.anchor ?? "any", facts);
      return [];
    }
    const isRequested = facts !== undefined && facts.isTracking && this.#isReached;
    const known = {
      ...(isRequested && { properties: propertiesAt(facts, this.#properties, this.#required, state.options) }),
      ...(start?.ir !== undefined && { on: { ir: start.ir, anchor: start.anchor } }),
    };
    content.known = known;
    const { plan, diagnostics } = content.builder.resolve({
      ...known,
      keepDuplicates: this.#keepDuplicates,
      ir: start?.adapter ?? state.ir,
    });
    const note = errors.inPipeline(path, start);
    this.#diagnostics.push(...diagnostics.map((one) => ({ ...one, notes: [...(one.notes ?? []), note] })));
    if (plan === undefined) return [];
    if (!this.#checkAnchor(node, plan.anchor, facts)) return [];
    content.plan = plan;
    return plan.steps.flatMap(({ kind, pass, address, nests }): FlowStep[] => {
      if (kind !== "pass") return [];
      const { declaration = { name: pass }, definition, owner } = state.options.catalogue.find(pass) ?? {};
      const by = owner === undefined ? originText(origin) : ownerText(owner);
      const chain = managersOf(nests).map((nest) => nest.anchor);
      return [{ address, declaration, chain, owner: by, leaves: leftBy(definition) }];
    });
  }

  /**
   * Checks that a pipeline runs on the root operation of the graph or, after a conversion, on the root operation of the
   * new IR.
   */
  #checkAnchor({ path, origin }: PipelineNode<Op>, anchor: string, facts: Facts | undefined): boolean {
    const [start = { anchor: this.#structure.state.options.anchor ?? "any" }, ...others]: readonly Start[] =
      facts?.starts ?? [];
    if (anchor === start.anchor || anchor === "any" || others.length > 0) return true;
    this.#diagnostics.push(errors.wrongAnchor(path, anchor, start, origin));
    return false;
  }

  /** Reports errors in a pipeline, once per step and property, with the path that explains the error best. */
  #check(node: PipelineNode<Op>, entries: Entries): void {
    const found = new Map<string, Found>();
    for (const [entered, { facts, from }] of entries) {
      let known = facts;
      for (const step of this.#steps.get(node) ?? []) {
        const { requires = [], forbids = [] } = step.declaration;
        const note = (property: string, reason: Reason | undefined, describe: Found["describe"]): void => {
          if (reason === undefined) return;
          const key = `${step.address} ${property}`;
          const other = found.get(key);
          // A path from the pipeline that changed the property explains the error best.
          const isNear = from !== undefined && reason.pipeline === from;
          if (other !== undefined && (other.isNear || !isNear)) return;
          found.set(key, { step: step.address, property, entered, because: reason.text, isNear, describe });
        };
        for (const property of requires) {
          note(property, known.whyAbsent(property), errors.missingOnPath);
          const far = known.providersOf(property).find(({ chain }) => !isOnOrAround(step.chain, chain));
          note(property, far && elsewhere(far), errors.valueOnOtherOperations);
        }
        for (const property of forbids) note(property, known.whyHeld(property), errors.forbiddenOnPath);
        known = known.after(step, node.path, this.#properties);
      }
    }
    const { path, origin } = node;
    for (const { describe, isNear: _isNear, ...problem } of found.values()) {
      const { property } = problem;
      const similar = this.#provided.has(property) ? undefined : suggest(property, [...this.#provided]);
      this.#diagnostics.push(describe({ pipeline: path, origin, similar, ...problem }));
    }
  }
}

/** Returns entries, joined with the facts of known entries on the same ways. */
function joined(known: Entries, entries: Entries): Entries {
  return new Map(
    [...entries].map(([way, entry]) => {
      const facts = known.get(way)?.facts.or(entry.facts) ?? entry.facts;
      return [way, { ...entry, facts }];
    }),
  );
}

/** Returns the steps of a manager, including nested steps. */
function stepsIn<Op extends object>(
  { elements }: Pick<OpPassManager<Op>, "elements">,
  owner: string,
  chain: readonly string[],
): FlowStep[] {
  return elements.flatMap((element): FlowStep[] => {
    if (element.kind === "nested") {
      const { manager } = element;
      return stepsIn(manager, owner, manager.group === undefined ? [...chain, manager.anchorText] : chain);
    }
    const { declaration, definition } = element.pass;
    return [{ address: declaration.name, declaration, chain, owner, leaves: leftBy(definition) }];
  });
}

/**
 * Returns whether passes in managers with the anchors `chain` run on the operations of a provider, or on operations
 * around these operations.
 */
function isOnOrAround(chain: readonly string[], provider: readonly string[]): boolean {
  return chain.every((anchor, index) => anchor === provider[index]);
}

function elsewhere({ address, pipeline, chain }: Provider): Reason {
  const on = chain.length === 0 ? "the root" : `'${chain.join(" > ")}'`;
  return { text: `\`${address}\` in pipeline \`${pipeline}\` provides the value on ${on}`, pipeline };
}

/** Unmet requirement of a step: a property that the step requires or forbids, on one path to the step. */
interface Found extends Omit<errors.PropertyProblem, "pipeline" | "origin" | "similar"> {
  readonly isNear: boolean;
  readonly describe: (problem: errors.PropertyProblem) => Diagnostic;
}

/** Returns the IR after a conversion. The TypeScript type of the operations in this IR is unknown. */
function leftBy(definition: { readonly leaves?: object } | undefined): IrAdapter<object> | undefined {
  return definition?.leaves as IrAdapter<object> | undefined;
}

/** Facts to follow through a graph: properties that passes require or forbid, and conversions. */
interface Interests {
  readonly required: Set<string>;
  readonly forbidden: Set<string>;
  readonly catalogues: Set<PassCatalogue<never>>;
  hasConversions: boolean;
}

function interestsOf<Op extends object>(
  { state, nodes }: Structure<Op>,
  found: Interests = { required: new Set(), forbidden: new Set(), catalogues: new Set(), hasConversions: false },
): Interests {
  const add = ({ requires = [], forbids = [], to }: FlowStep["declaration"]): void => {
    for (const name of requires) found.required.add(name);
    for (const name of forbids) found.forbidden.add(name);
    found.hasConversions ||= to !== undefined;
  };
  const { catalogue } = state.options;
  // Subgraphs usually share a catalogue.
  if (!found.catalogues.has(catalogue)) for (const { declaration } of catalogue.entries()) add(declaration);
  found.catalogues.add(catalogue);
  for (const { content } of nodes) {
    if (content.kind === "passes") content.manager.forEachPass(({ declaration }) => add(declaration));
    if (content.kind === "graph") interestsOf(content.graph, found);
    if (content.kind === "builder") for (const { pass } of content.builder.input().contributions) add(pass);
  }
  return found;
}

/**
 * Returns the properties at the start of a builder's pipeline inside the graph. A property that a cleanup provides is
 * treated as present only if it holds on all paths. Otherwise, planning inserts the cleanup. Any other property is
 * treated as present if it holds on at least one path. The check of all paths then reports the paths on which the
 * property does not hold.
 */
function propertiesAt<Op extends object>(
  facts: Facts,
  properties: Properties,
  required: Iterable<string>,
  { catalogue, cleanups = [] }: GraphState<Op>["options"],
): Properties {
  const names = new Set([...Object.keys(properties), ...required]);
  const provided = new Set(cleanups.flatMap((name) => catalogue.find(name)?.declaration.provides ?? []));
  return Object.fromEntries(
    [...names].map((name) => {
      const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const initially = provided.has(name) ? facts.holdsAlways(name) : facts.whyHeld(name) !== undefined;
      return [name, { kind: "structural" as const, ...declared, initially }];
    }),
  );
}
