import type { OnMissing, Place, StepOptions, When } from "@passwright/builder";
import type { BundleInsertionData, InsertionData, InsertionSettings, RuleData, Target } from "./data.ts";
import { PLACES, RELATIONS } from "./data.ts";
import { joined, map, variants } from "../data/map-shape.ts";
import type { Keys } from "../data/map-shape.ts";
import {
  dictionary,
  either,
  flag,
  list,
  named,
  onlyTrue,
  placed,
  prose,
  scalar,
  text,
  values,
  word,
} from "../data/shape.ts";
import type { Placed, Shape } from "../data/shape.ts";

type PlaceKeys = { readonly [K in Exclude<(typeof PLACES)[number], "end">]?: string } & { readonly end?: true };

const placeKeys: Keys<PlaceKeys> = {
  before: { doc: "the name of a pass", shape: text() },
  after: { doc: "the name of a pass", shape: text() },
  beforeType: { doc: "a pass type", shape: text() },
  afterType: { doc: "a pass type", shape: text() },
  at: { doc: "the name of an extension point", shape: text() },
  end: { doc: "true: the end of the pipeline", shape: onlyTrue },
};

const place: Shape<Place> = map<PlaceKeys>(placeKeys, PLACES) as unknown as Shape<Place>;

const placeOrPlaces: Shape<Place | readonly Place[]> = either<Place | readonly Place[]>(
  "a position, or a list of positions",
  { map: place, list: list(place) },
);

const ON_MISSING = "one of error, skip, or { use: … }";

const onMissing: Shape<OnMissing> = either<OnMissing>(ON_MISSING, {
  scalar: word(["error", "skip"], ON_MISSING),
  map: map<{ readonly use: Place | readonly Place[] }>({
    use: {
      doc: "a position, or a list of positions to try in order",
      required: true,
      shape: placeOrPlaces,
    },
  }),
});

const nameOrNames: Shape<string | readonly string[]> = either<string | readonly string[]>(
  "a string, or a list of strings",
  { scalar: text("a string, or a list of strings"), list: list(text(), { isFilled: true }) },
);

/** Condition of a step: when ::= `{` target: word | list, level: word | list, option: map `}` */
export const when: Shape<When> = named("when", () =>
  map<When>({
    target: { doc: "a target, or a list of targets", shape: nameOrNames },
    level: { doc: "a level, or a list of levels", shape: nameOrNames },
    option: { doc: "values of options", shape: dictionary(scalar) },
  }),
);

type SharedKeys = PlaceKeys & InsertionSettings;

const sharedKeys: Keys<SharedKeys> = joined(placeKeys, {
  pipeline: { doc: "the pipeline of a graph to insert into", shape: text() },
  types: { doc: "pass types that replace the declared pass types", shape: list(text()) },
  anchor: { doc: "the operation to run on, if the pass runs on any operation", shape: text() },
  which: {
    doc: "which of several passes with this name: only, first, last or each",
    shape: word(["only", "first", "last", "each"]),
  },
  onMissing: { doc: "what to do if the position does not exist: error, skip or { use: … }", shape: onMissing },
  when: { doc: "condition on target, level and options: { target, level, option }", shape: when },
  reason: { doc: "reason, shown in explanations of the plan", shape: prose },
});

const optionsOfPass: Shape<StepOptions> = {
  schema: (definitions) => values.schema(definitions),
  read: (check, node, path) =>
    node.kind === "map"
      ? values.read(check, node, path)
      : check.wrong(node, path, "a map with the options of the pass of this name"),
};

export const optionsByPass: Shape<{ readonly [pass: string]: StepOptions }> = dictionary(optionsOfPass);

const passInsertion = map<SharedKeys & Pick<InsertionData, "pass" | "options">>(
  joined(
    {
      pass: { doc: "the name of the pass to insert", required: true, shape: text() },
      options: { doc: "options of the pass", shape: values },
    },
    sharedKeys,
  ),
  PLACES,
);

const bundleInsertion = map<SharedKeys & Pick<BundleInsertionData, "bundle" | "options">>(
  joined(
    {
      bundle: { doc: "the name of the bundle to insert, or plugin::name", required: true, shape: text() },
      options: { doc: "options of the bundle's passes, by pass name", shape: optionsByPass },
    },
    sharedKeys,
  ),
  PLACES,
);

/** Insertion of a pass or bundle as data: `{ pass: strip, before: lower }`. */
export const insertion: Shape<Placed<InsertionData | BundleInsertionData>> = placed(
  named("insertion", () =>
    variants<InsertionData | BundleInsertionData>({ pass: passInsertion as never, bundle: bundleInsertion as never }),
  ),
);

/** Subject or target of a rule: a pass name, or `{ type }`. */
export const target: Shape<Target> = named("target", () =>
  either<Target>("the name of a pass, or a map with `type`", {
    scalar: text("the name of a pass, or a map with `type`"),
    map: map<{ readonly type: string }>({ type: { doc: "a pass type", required: true, shape: text() } }),
  }),
);

type RuleKeys = { readonly [R in (typeof RELATIONS)[number]]?: Target } & {
  readonly pass?: string;
  readonly type?: string;
  readonly strong?: boolean;
  readonly reason: string;
};

/** Rule as data: `{ type: Cleanup, afterSome: { type: Lowering }, reason: … }`. */
export const rule: Shape<Placed<RuleData>> = placed(
  named(
    "rule",
    () =>
      map<RuleKeys>(
        {
          pass: { doc: "the pass that the rule is about", shape: text() },
          type: { doc: "the pass type that the rule is about", shape: text() },
          before: { doc: "a pass, or { type }: the subject must be before all matching passes", shape: target },
          after: { doc: "a pass, or { type }: the subject must be after all matching passes", shape: target },
          beforeSome: {
            doc: "a pass, or { type }: at least one matching pass must be after the subject",
            shape: target,
          },
          afterSome: {
            doc: "a pass, or { type }: at least one matching pass must be before the subject",
            shape: target,
          },
          strong: { doc: "true: planning fails if the rule cannot be satisfied", shape: flag },
          reason: { doc: "reason for the rule", required: true, shape: prose },
        },
        ["pass", "type"],
        RELATIONS,
      ) as unknown as Shape<RuleData>,
  ),
);
