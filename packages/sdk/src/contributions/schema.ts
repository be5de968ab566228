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

/** A fact about the IR, as configs and manifests declare it. */
export const property: MapShape<Property> = map<Property>({
  kind: {
    doc: "structural: holds until a pass invalidates it; fragile: is lost unless a pass preserves it",
    required: true,
    shape: word(["structural", "fragile"]),
  },
  doc: { doc: "what it says", shape: prose },
  initially: { doc: "true: it holds of the IR that the pipeline is given", shape: flag },
});

/** The keys that configs and the options of `assemble` have in common. */
export interface ContributionKeys {
  readonly bundles?: ReadonlyMap<string, CheckedBundle>;
  readonly insert?: readonly Placed<InsertionData | BundleInsertionData>[];
  readonly rules?: readonly Placed<RuleData>[];
  readonly properties?: ReadonlyMap<string, Property>;
  readonly guards?: readonly Placed<GuardData>[];
  readonly cleanups?: readonly Located[];
  readonly passTypes?: ReadonlyMap<string, string>;
  readonly target?: Located;
  readonly level?: Located;
  readonly option?: ReadonlyMap<string, string | number | boolean>;
  readonly overrides?: readonly Placed<CheckedOverride>[];
  readonly retype?: readonly Placed<RetypeData>[];
  readonly independent?: readonly Placed<IndependentData>[];
  readonly strict?: readonly StrictData[];
}

/** One guard as data. */
export const guard: Shape<Placed<GuardData>> = placed(
  map<GuardData>({
    property: { doc: "the property", required: true, shape: text() },
    from: { doc: "the pass that the stretch begins after", required: true, shape: text() },
    to: { doc: "the pass that the stretch ends before", required: true, shape: text() },
    reason: { doc: "why", required: true, shape: prose },
  }),
);

/** The one definition of contributions as data. */
export const contributionKeys: Keys<ContributionKeys> = {
  bundles: { doc: "passes that go together, by name, for `pipeline` and `insert`", shape: table(bundle) },
  insert: {
    doc: "passes to insert: { pass | bundle, before | after | beforeType | afterType | at | end }",
    shape: list(insertion),
  },
  rules: {
    doc: "demands on the pipeline: { pass | type, before | after | beforeSome | afterSome, reason }",
    shape: list(rule),
  },
  properties: { doc: "facts about the IR that passes require and provide, by name", shape: table(property) },
  guards: {
    doc: "stretches in which every pass has to preserve a property: { property, from, to, reason }",
    shape: list(guard),
  },
  cleanups: {
    doc: "passes that may be inserted where a property is needed, and of which running one twice is running it once",
    shape: list(located()),
  },
  passTypes: { doc: "pass types of its own, with what they mean", shape: table(prose) },
  target: { doc: "what to compile for: one of the framework's targets", shape: located() },
  level: { doc: "how much to optimise: one of the framework's levels", shape: located() },
  option: { doc: "values for what `when: { option }` asks", shape: table(scalar) },
  overrides: {
    doc: "the last word: { ban | pin | order | overrule | set, reason }, with the name or address of a step",
    shape: list(placed(override)),
  },
  retype: {
    doc: "types for passes of others: { pass, types }",
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
          steps: { doc: "two names or addresses of steps, or more", required: true, shape: list(text()) },
          reason: { doc: "why", required: true, shape: prose },
        }),
      ),
    ),
  },
  strict: {
    doc: "what is an error besides: order-by-name, two steps that only the names of their contributors order; idle, a step whose position is why it finds nothing",
    shape: list(word(STRICT)),
  },
};
