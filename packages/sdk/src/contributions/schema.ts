import type { Property } from "@passwright/builder";
import { map } from "../data/map-shape.ts";
import type { Keys, MapShape } from "../data/map-shape.ts";
import { dictionary, list, located, mapped, placed, prose, scalar, table, text, word, flag } from "../data/shape.ts";
import type { Placed, Shape } from "../data/shape.ts";
import { STRICT } from "./checked.ts";
import type { ContributionKeys, GuardData, IndependentData, RetypeData } from "./checked.ts";
import { insertion, rule } from "./contribution-schema.ts";
import { override } from "./override-schema.ts";
import { bundle } from "./pipeline-schema.ts";

const severalSteps: Shape<readonly string[]> = mapped(list(text()), (read, check, node, path) =>
  new Set(read).size > 1 || (node.kind === "list" && read.length < node.items.length)
    ? read
    : check.wrong(node, path, "two or more different steps", JSON.stringify(read)),
);

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
  properties: { doc: "facts about the IR that passes require and provide, by name", shape: dictionary(property) },
  guards: {
    doc: "ranges in which every pass must preserve a property: { property, from, to, reason }",
    shape: list(guard),
  },
  cleanups: {
    doc: "idempotent passes that planning can insert",
    shape: list(located()),
  },
  passTypes: { doc: "additional pass types, with their meaning", shape: dictionary(prose) },
  target: { doc: "one of the framework's targets", shape: located() },
  level: { doc: "one of the framework's optimization levels", shape: located() },
  option: { doc: "values of the options that `when: { option }` tests", shape: dictionary(scalar) },
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
