import type { Property } from "@passwright/builder";
import { map } from "../data/map-shape.ts";
import type { Keys, MapShape } from "../data/map-shape.ts";
import { list, located, placed, prose, scalar, table, text, word, flag } from "../data/shape.ts";
import type { Located, Placed, Shape } from "../data/shape.ts";
import type { BundleInsertionData, InsertionData, RuleData } from "./data.ts";
import { STRICT } from "./checked.ts";
import type { CheckedOverride, GuardData, IndependentData, RetypeData, StrictData } from "./checked.ts";
import { insertion, rule } from "./contribution-schema.ts";
import { override } from "./override-schema.ts";
import { bundle } from "./pipeline-schema.ts";
import type { CheckedBundle } from "./pipeline-schema.ts";

const steps = list(text());

const severalSteps: Shape<readonly string[]> = {
  read(check, node, path) {
    const errors = check.diagnostics.length;
    const read = steps.read(check, node, path);
    return errors < check.diagnostics.length || new Set(read).size > 1
      ? read
      : check.wrong(node, path, "two or more different steps", JSON.stringify(read));
  },
  schema: steps.schema,
};

/** Shape of a property in configs and manifests. */
export const property: MapShape<Property> = map<Property>({
  kind: {
    doc: "structural: holds until a pass invalidates it; fragile: holds only while all passes preserve it",
    required: true,
    shape: word(["structural", "fragile"]),
  },
  doc: { doc: "description", shape: prose },
  initially: { doc: "true: the property holds for the input of the pipeline", shape: flag },
});

/** Keys that configs and the options of `assemble` share. */
export interface ContributionKeys {
  /** Bundles, by name. */
  readonly bundles?: ReadonlyMap<string, CheckedBundle>;
  /** Insertions of passes and bundles. */
  readonly insert?: readonly Placed<InsertionData | BundleInsertionData>[];
  /** Rules about the order of passes and pass types. */
  readonly rules?: readonly Placed<RuleData>[];
  /** Additional properties that passes can require and provide, by name. */
  readonly properties?: ReadonlyMap<string, Property>;
  /** Properties that all steps between two passes must preserve. */
  readonly guards?: readonly Placed<GuardData>[];
  /** Names of passes that planning can insert as cleanups. */
  readonly cleanups?: readonly Located[];
  /** Meanings of additional pass types, by name. */
  readonly passTypes?: ReadonlyMap<string, string>;
  /** Selected target. */
  readonly target?: Located;
  /** Selected level. */
  readonly level?: Located;
  /** Values of framework options, by option name. */
  readonly option?: ReadonlyMap<string, string | number | boolean>;
  /** Decisions that override other contributors. */
  readonly overrides?: readonly Placed<CheckedOverride>[];
  /** Passes whose pass types are replaced. */
  readonly retype?: readonly Placed<RetypeData>[];
  /** Groups of steps whose order does not matter, with reasons. */
  readonly independent?: readonly Placed<IndependentData>[];
  /** Kinds of reports that are treated as errors. */
  readonly strict?: readonly StrictData[];
}

/** Shape of a guard: two passes, and a property that the steps between them must preserve. */
export const guard: Shape<Placed<GuardData>> = placed(
  map<GuardData>({
    property: { doc: "the property", required: true, shape: text() },
    from: { doc: "the pass after which the range begins", required: true, shape: text() },
    to: { doc: "the pass before which the range ends", required: true, shape: text() },
    reason: { doc: "why", required: true, shape: prose },
  }),
);

/** Shapes of contributions as data, in configs, manifests and the options of `assemble`. */
export const contributionKeys: Keys<ContributionKeys> = {
  bundles: { doc: "sequences of passes, by name", shape: table(bundle) },
  insert: {
    doc: "passes and bundles to insert: { pass | bundle, before | after | beforeType | afterType | at | end }",
    shape: list(insertion),
  },
  rules: {
    doc: "rules about the order: { pass | type, before | after | beforeSome | afterSome, reason }",
    shape: list(rule),
  },
  properties: { doc: "facts about the IR that passes require and provide, by name", shape: table(property) },
  guards: {
    doc: "ranges in which every pass must preserve a property: { property, from, to, reason }",
    shape: list(guard),
  },
  cleanups: {
    doc: "idempotent passes that planning can insert",
    shape: list(located()),
  },
  passTypes: { doc: "additional pass types, with their meaning", shape: table(prose) },
  target: { doc: "one of the framework's targets", shape: located() },
  level: { doc: "one of the framework's optimization levels", shape: located() },
  option: { doc: "values of the options that `when: { option }` tests", shape: table(scalar) },
  overrides: {
    doc: "changes with priority over plugins: { ban | pin | order | overrule | set, reason }",
    shape: list(placed(override)),
  },
  retype: {
    doc: "pass types that replace the declared pass types: { pass, types }",
    shape: list(
      placed(
        map<RetypeData>({
          pass: { doc: "the name of a pass", required: true, shape: text() },
          types: { doc: "its types", required: true, shape: list(text()) },
        }),
      ),
    ),
  },
  independent: {
    doc: "steps whose order does not matter: { steps, reason }",
    shape: list(
      placed(
        map<IndependentData>({
          steps: { doc: "names or addresses of two or more different steps", required: true, shape: severalSteps },
          reason: { doc: "why", required: true, shape: prose },
        }),
      ),
    ),
  },
  strict: {
    doc: "reports to treat as errors: order-by-name (an order depends only on names) and idle (a step has nothing to work on)",
    shape: list(word(STRICT)),
  },
};
