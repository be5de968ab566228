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

/** Shape of option declarations, by option name. */
export const options: Shape<OptionSchemas> = mapped(table(optionSchema), (found, check, node) => {
  const schemas = Object.fromEntries(found);
  // Skips this check if a part of the schema has errors, which are already reported.
  const problem = check.diagnostics.length > 0 ? undefined : findBadSpec(optionSpecs(schemas));
  if (problem !== undefined) check.diagnostics.push(badOptionTable(check.placeOf(node.offset), problem));
  return schemas;
});

/** Pass that a manifest declares. */
export interface PassKeys extends PassDeclaration {
  readonly options?: OptionSchemas;
}

const reads: Keys<PassReads> = {
  files: { doc: "files and folders; {name} is replaced by the value of an option", shape: list(text()) },
  environment: { doc: "environment variables", shape: list(text()) },
  programs: {
    doc: "programs on the PATH, or paths; $NAME is replaced by the value of a variable",
    shape: list(text()),
  },
};

const passKeys: Keys<PassKeys> = {
  name: { doc: "the name of the pass in pipelines", required: true, shape: elementName },
  summary: { doc: "one line for lists and help", shape: prose },
  description: { doc: "longer text for the documentation, Markdown", shape: prose },
  displayName: { doc: "the name that timing and IR dumps show", shape: text() },
  anchor: { doc: "the operation that it runs on (default: any)", shape: text() },
  ir: { doc: "the IR that it is for (default: any)", shape: text() },
  to: { doc: "the IR that it leaves, if it is a conversion", shape: text() },
  toAnchor: { doc: "the topmost operation that a conversion leaves", shape: text() },
  interface: { doc: "an interface that operations it runs on implement", shape: text() },
  trait: { doc: "a trait that operations it runs on must have", shape: text() },
  dependentDialects: { doc: "dialects whose operations it may create", shape: list(text()) },
  types: { doc: "its pass types", shape: list(text()) },
  requires: { doc: "properties that must hold before it", shape: list(text()) },
  forbids: { doc: "properties that must not hold before it", shape: list(text()) },
  provides: { doc: "properties that hold after it", shape: list(text()) },
  values: {
    doc: "values among requires and provides: whether there is one per input or one per operation",
    shape: mapped(table(word(["input", "operation"])), (found) => Object.fromEntries(found)),
  },
  invalidates: { doc: "properties that no longer hold after it", shape: list(text()) },
  preserves: { doc: "properties and analyses that it preserves", shape: list(text()) },
  idempotent: { doc: "running it twice in a row has the same effect as once", shape: flag },
  reads: {
    doc: "what its result depends on besides the input, the options and the code",
    shape: map<PassReads>(reads),
  },
  deterministic: { doc: "equal inputs have equal results (default: true); else they are not cached", shape: flag },
  poorTarget: { doc: "a position beside it is rarely intended", shape: flag },
  worksOn: {
    doc: "names of the operations that it looks for, or predicate: its code decides",
    shape: either<PassDeclaration["worksOn"] & {}>("a list of names, or predicate", {
      scalar: word(["predicate"]),
      list: list(text()),
    }),
  },
  idle: {
    doc: "severity of the report that it found nothing because of its position: warning by default; ignore: not reported",
    shape: word(["warning", "error", "ignore"]),
  },
  group: { doc: "the group that it is a member of: it runs there only", shape: elementName },
  options: { doc: "its options, as JSON Schema: checked without code", shape: options },
};

/** Shape of a list of pass declarations with distinct names. */
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
