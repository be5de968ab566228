import type { Diagnostic } from "@passwright/core";
import type { Properties } from "@passwright/builder";
import * as errors from "../errors.ts";
import type { Node, Structure } from "../plan/structure.ts";
import type { PipelineGraphOptions } from "../register/graph-state.ts";
import { explore, TooManyStates } from "./explore.ts";
import type { Entries } from "./explore.ts";
import { Facts } from "./facts.ts";
import type { FlowStep, Reason } from "./facts.ts";

/**
 * Resolves the pipelines of builders, in order, and checks what passes require and forbid on every way through the graph,
 * jumps included. Answers what is wrong. After it the builders' pipelines have their plans, unless there were errors.
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
    diagnostics.push(errors.tooManyStates(thrown.limit, { kind: "framework", name: framework.name }));
    paths.resolveAll(structure);
  }
  return diagnostics;
}

/** How the pipelines of builders are resolved. */
export interface PlanOptions {
  /** Leave duplicate cleanups where they are. */
  readonly keepDuplicates?: boolean;
}

class Paths<Op extends object> {
  readonly #structure: Structure<Op>;
  readonly #diagnostics: Diagnostic[];
  /** What every pipeline that can be come to is entered with. */
  readonly #entered = new Map<Node<Op>, Entries>();
  readonly #steps = new Map<Node<Op>, readonly FlowStep[]>();
  readonly #properties: Properties;
  readonly #keepDuplicates: boolean;

  constructor(structure: Structure<Op>, diagnostics: Diagnostic[], keepDuplicates: boolean) {
    this.#structure = structure;
    this.#diagnostics = diagnostics;
    this.#keepDuplicates = keepDuplicates;
    this.#properties = structure.state.options.properties ?? {};
  }

  run(): void {
    const tracked = trackedNames(this.#structure);
    if (tracked.size === 0) {
      this.resolveAll(this.#structure);
      return;
    }
    const facts = Facts.initially([...tracked].sort(), this.#properties);
    this.#follow(this.#structure, new Map([["the beginning", { facts }]]));
    // A pipeline that nobody comes to under this choice has to make sense all the same.
    this.resolveAll(this.#structure);
    for (const [node, entries] of this.#entered) this.#check(node, entries);
  }

  /** Resolves what was not resolved on the way. */
  resolveAll({ nodes }: Structure<Op>): void {
    for (const node of nodes) {
      if (node.content.kind === "graph") this.resolveAll(node.content.graph);
      else if (node.content.kind === "builder") this.#stepsOf(node, undefined);
    }
  }

  #follow(structure: Structure<Op>, start: Entries): Facts | undefined {
    return explore(structure, start, {
      enter: (node, entries) => void this.#entered.set(node, new Map(entries)),
      visit: (node, facts) => {
        if (node.content.kind === "graph") {
          const way = new Map([[`the start of \`${node.path}\``, { facts, from: node.path }]]);
          // A graph that always fails leaves nothing to know behind it.
          return this.#follow(node.content.graph, way) ?? facts;
        }
        const steps = this.#stepsOf(node, facts);
        return steps.reduce((known, step) => known.after(step, node.path, this.#properties), facts);
      },
    });
  }

  #stepsOf(node: Node<Op>, facts: Facts | undefined): readonly FlowStep[] {
    let steps = this.#steps.get(node);
    if (steps === undefined) {
      steps = this.#findSteps(node, facts);
      this.#steps.set(node, steps);
    }
    return steps;
  }

  #findSteps({ path, content, origin }: Node<Op>, facts: Facts | undefined): readonly FlowStep[] {
    const { state } = this.#structure;
    if (content.kind === "passes") {
      const steps: FlowStep[] = [];
      content.manager.forEachPass(({ declaration }) => steps.push({ address: declaration.name, declaration }));
      return steps;
    }
    if (content.kind === "graph") return [];
    const known = facts === undefined ? {} : { properties: propertiesAt(facts, this.#properties, state.options) };
    content.known = known;
    const { plan, diagnostics } = content.builder.resolve({
      ...known,
      keepDuplicates: this.#keepDuplicates,
      ir: state.ir,
    });
    const note = { message: `in pipeline \`${path}\`` };
    this.#diagnostics.push(...diagnostics.map((one) => ({ ...one, notes: [...(one.notes ?? []), note] })));
    if (plan === undefined) return [];
    const expected = state.options.anchor ?? "any";
    if (plan.anchor !== expected && plan.anchor !== "any") {
      this.#diagnostics.push(errors.wrongAnchor(path, plan.anchor, expected, origin));
      return [];
    }
    content.plan = plan;
    return plan.steps.flatMap(({ kind, pass, address }) => {
      if (kind !== "pass") return [];
      return [{ address, declaration: state.options.catalogue?.find(pass)?.declaration ?? { name: pass } }];
    });
  }

  /** What is wrong in a pipeline, each step and property once, by the way that says it best. */
  #check(node: Node<Op>, entries: Entries): void {
    const found = new Map<string, Found>();
    for (const [entered, { facts, from }] of entries) {
      let known = facts;
      for (const step of this.#steps.get(node) ?? []) {
        const { requires = [], forbids = [] } = step.declaration;
        const note = (property: string, reason: Reason | undefined, describe: Found["describe"]): void => {
          if (reason === undefined) return;
          const key = `${step.address} ${property}`;
          const other = found.get(key);
          // The best way to explain it comes from the pipeline that changed the property.
          const isNear = from !== undefined && reason.pipeline === from;
          if (other !== undefined && (other.isNear || !isNear)) return;
          found.set(key, { step: step.address, property, entered, because: reason.text, isNear, describe });
        };
        for (const property of requires) note(property, known.whyAbsent(property), errors.missingOnPath);
        for (const property of forbids) note(property, known.whyHeld(property), errors.forbiddenOnPath);
        known = known.after(step, node.path, this.#properties);
      }
    }
    const { path, origin } = node;
    for (const { describe, isNear: _isNear, ...problem } of found.values()) {
      this.#diagnostics.push(describe({ pipeline: path, origin, ...problem }));
    }
  }
}

/** A property that is not as a step needs it, on one way. */
interface Found extends Omit<errors.PropertyProblem, "pipeline" | "origin"> {
  readonly isNear: boolean;
  readonly describe: (problem: errors.PropertyProblem) => Diagnostic;
}

/** The properties that somebody asks for: nobody needs to know of others. */
function trackedNames<Op extends object>({ state, nodes }: Structure<Op>, names: Set<string> = new Set()): Set<string> {
  const add = ({ requires = [], forbids = [] }: FlowStep["declaration"]): void => {
    for (const name of [...requires, ...forbids]) names.add(name);
  };
  for (const { declaration } of state.options.catalogue?.entries() ?? []) add(declaration);
  for (const { content } of nodes) {
    if (content.kind === "passes") content.manager.forEachPass(({ declaration }) => add(declaration));
    if (content.kind === "graph") trackedNames(content.graph, names);
    if (content.kind === "builder") for (const { pass } of content.builder.input().contributions) add(pass);
  }
  return names;
}

/**
 * The properties as a builder gets them whose pipeline begins somewhere in the middle. What holds on some ways only counts as
 * lost where a cleanup can provide it, so that it is inserted; else it is left to the check of the ways, which can name them.
 */
function propertiesAt<Op extends object>(
  facts: Facts,
  properties: Properties,
  { catalogue, cleanups = [] }: PipelineGraphOptions<Op>,
): Properties {
  const names = new Set(Object.keys(properties));
  for (const { declaration } of catalogue?.entries() ?? [])
    for (const name of declaration.requires ?? []) names.add(name);
  const provided = new Set(cleanups.flatMap((name) => catalogue?.find(name)?.declaration.provides ?? []));
  return Object.fromEntries(
    [...names].map((name) => {
      const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const initially = provided.has(name) ? facts.holdsAlways(name) : facts.whyHeld(name) !== undefined;
      return [name, { kind: "structural" as const, ...declared, initially }];
    }),
  );
}
