import { findBadSpec } from "@passwright/core";
import type { PassDeclaration, PassReads } from "@passwright/core";
import {
  badOptionTable,
  declaredTwice,
  either,
  elementName,
  flag,
  list,
  map,
  mapped,
  named,
  optionSchema,
  optionSpecs,
  prose,
  table,
  text,
  word,
} from "@passwright/sdk/loading";
import type { Keys, OptionSchemas, Shape } from "@passwright/sdk/loading";

export const options: Shape<OptionSchemas> = mapped(table(optionSchema), (found, check, node) => {
  const schemas = Object.fromEntries(found);
  // Skips this check if a part of the schema has errors, which are already reported.
  const problem = check.diagnostics.length > 0 ? undefined : findBadSpec(optionSpecs(schemas));
  if (problem !== undefined) check.diagnostics.push(badOptionTable(check.placeOf(node.offset), problem));
  return schemas;
});

export interface PassKeys extends PassDeclaration {
  readonly options?: OptionSchemas;
}

const reads: Keys<PassReads> = {
  files: {
    doc: "files and folders; in all lists, {name} is replaced by the value of the option `name`",
    shape: list(text()),
  },
  environment: { doc: "environment variables", shape: list(text()) },
  programs: {
    doc: "programs on the PATH, or paths; $NAME is replaced by the value of an environment variable",
    shape: list(text()),
  },
};

const passKeys: Keys<PassKeys> = {
  name: { doc: "the name of the pass in pipelines", required: true, shape: elementName },
  summary: { doc: "one line for lists and help", shape: prose },
  description: { doc: "longer text for the documentation, in Markdown", shape: prose },
  displayName: { doc: "the name in timing reports and IR dumps", shape: text() },
  anchor: { doc: "the operation that the pass runs on (default: any)", shape: text() },
  ir: { doc: "the IR that the pass runs on (default: any)", shape: text() },
  to: { doc: "for a conversion: the IR after the pass", shape: text() },
  toAnchor: { doc: "for a conversion: the root operation after the pass", shape: text() },
  interface: { doc: "an interface that operations must implement; the pass skips other operations", shape: text() },
  trait: { doc: "a trait that operations must have", shape: text() },
  dependentDialects: { doc: "dialects whose operations the pass can create", shape: list(text()) },
  types: { doc: "pass types of the pass", shape: list(text()) },
  requires: { doc: "properties that must hold before the pass", shape: list(text()) },
  forbids: { doc: "properties that must not hold before the pass", shape: list(text()) },
  provides: { doc: "properties that hold after the pass", shape: list(text()) },
  values: {
    doc: "for each value in `requires` and `provides`: one value per input, or one per operation",
    shape: mapped(table(word(["input", "operation"])), (found) => Object.fromEntries(found)),
  },
  invalidates: { doc: "properties that no longer hold after the pass", shape: list(text()) },
  preserves: { doc: "properties and analyses that the pass preserves", shape: list(text()) },
  idempotent: { doc: "whether running the pass twice in a row has the same effect as running it once", shape: flag },
  reads: {
    doc: "dependencies of the result, besides the input, the options and the code",
    shape: map<PassReads>(reads),
  },
  deterministic: {
    doc: "whether equal inputs have equal results (default: true); if false, results are not cached",
    shape: flag,
  },
  poorTarget: { doc: "whether positions next to the pass cause a warning", shape: flag },
  worksOn: {
    doc: "names of the operations that the pass works on, or `predicate` if its code selects them",
    shape: either<PassDeclaration["worksOn"] & {}>("a list of names, or predicate", {
      scalar: word(["predicate"]),
      list: list(text()),
    }),
  },
  idle: {
    doc: "severity of the report about a pass that has nothing to work on at its position (default: warning)",
    shape: word(["warning", "error", "ignore"]),
  },
  group: { doc: "the group that the pass is a member of; the pass runs only in this group", shape: elementName },
  options: { doc: "options of the pass, as JSON Schema", shape: options },
};

export const declarations: Shape<readonly PassKeys[]> = mapped(
  list(named("pass", () => map<PassKeys>(passKeys))),
  (passes, check, node) => {
    const seen = new Set<string>();
    passes.forEach(({ name }, index) => {
      const offset = node.kind === "list" ? node.items[index]?.offset : undefined;
      if (seen.has(name)) check.diagnostics.push(declaredTwice(check.placeOf(offset), name));
      seen.add(name);
    });
    return passes;
  },
);
