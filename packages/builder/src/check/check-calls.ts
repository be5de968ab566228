import {
  DEEPEST_NESTING,
  isElementName,
  isPassDefinition,
  isTable,
  mustBe,
  mustBeFlag,
  mustBeListOf,
  mustBeOneOf,
  mustBeString,
  mustBeTable,
  mustBeTableOf,
  mustBeText,
  mustHave,
  mustHaveOnly,
  satisfies,
} from "@passwright/core";
import type { Requirement } from "@passwright/core";
import type { BundleTerms } from "../steps/bundle.ts";
import { checkNamesIn } from "./check-names.ts";
import { anchor, anchorEverywhere, contributor, place, places, sourceOf, texts, when } from "./check-data.ts";
import { checkArguments, wrongCall } from "./wrong-call.ts";
import type { CallForm, OriginNow } from "./wrong-call.ts";

/* Checks the arguments of calls on views of a builder (PWB0305). */

const fallback = mustHaveOnly({ use: places }, "use");
const missing = mustBe("`error`, `skip`, or `{ use: position }`", (value) => value === "error" || value === "skip");
const onMissing: Requirement = (value, path) => (isTable(value) ? fallback : missing)(value, path);

const SHARED = { types: texts, anchor, when, reason: mustBeString };
const STEP = { options: mustBeTable, ...SHARED };
const WHERE = { which: mustBeOneOf("only", "first", "last", "each"), onMissing };
const BUNDLE = {
  ...SHARED,
  ...WHERE,
  removable: mustBeFlag,
  kind: mustBeOneOf("open", "contiguous", "atomic"),
  without: texts,
  place,
};

// Refuses names that a pipeline cannot contain. A later check would not know which call used the name.
const pass = mustBe(
  "the result of `definePass`, or a name of letters, digits, `-`, `_` and `.` that starts with a letter or digit",
  (value) => isElementName(value) || isPassDefinition(value),
);

const MEMBER = mustHaveOnly({ options: mustBeTable, anchor });

/** Requires a pass, or a list of a pass and optionally its options and its anchor. */
const member: Requirement = (value, path) => {
  const [one, options, on] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return [...pass(one, path), ...MEMBER({ options, anchor: on }, path)];
};

const selector = mustBe(
  "a pass, the name of a pass, or `ofType(type)`",
  (value) => isPassDefinition(value) || satisfies(mustBeText, isTable(value) ? value["type"] : value),
);

const ends = { from: mustBeText, to: mustBeText, reason: mustBeText };

const insertion = (call: string, target: string): CallForm => ({
  example: `builder.${call}(${target}, pass, { reason: "…" })`,
  takes: { target: mustBeText, pass, settings: mustHaveOnly({ ...STEP, ...WHERE }) },
});

const verb = (call: string): CallForm => ({
  example: `builder.rule(pass).strong.${call}("target", { reason: "…" })`,
  takes: { target: selector, because: mustHave({ reason: mustBeText }, "reason") },
});

const PUBLISHED: CallForm = {
  example: 'builder.addBundle("name", { options: { pass: { … } } })',
  takes: { name: mustBeText, settings: mustHaveOnly({ ...BUNDLE, options: mustBeTableOf(mustBeTable) }) },
};

const CALLS: { readonly [call: string]: CallForm } = {
  addPass: {
    example: 'builder.addPass(pass, { reason: "…" })',
    takes: { pass, settings: mustHaveOnly({ ...STEP, removable: mustBeFlag }) },
  },
  addBundle: {
    example: 'builder.addBundle("name", [pass, [pass, options]], { place: { after: "target" } })',
    takes: { name: mustBeText, passes: mustBeListOf(member), settings: mustHaveOnly(BUNDLE) },
  },
  addBefore: insertion("addBefore", '"target"'),
  addAfter: insertion("addAfter", '"target"'),
  addBeforeType: insertion("addBeforeType", "PassType.Lowering"),
  addAfterType: insertion("addAfterType", "PassType.Lowering"),
  addAt: insertion("addAt", '"extension.point"'),
  addExtensionPoint: {
    example: 'builder.addExtensionPoint("extension.point", { formerly: ["old.name"] })',
    takes: { name: mustBeText, settings: mustHaveOnly({ formerly: texts, deprecated: mustBeString }) },
  },
  nest: { example: 'builder.nest("func.func").addPass(pass)', takes: { anchor } },
  nestEverywhere: {
    example: 'builder.nestEverywhere("path").addPass(pass)',
    takes: { anchor: anchorEverywhere },
  },
  group: { example: 'builder.group("name").addPass(pass)', takes: { group: mustBeText } },
  when: { example: 'builder.when({ target: "gpu" }).addPass(pass)', takes: { condition: when } },
  replace: {
    example: 'builder.replace("target", pass, { reason: "…" })',
    takes: { target: mustBeText, pass, settings: mustHaveOnly(STEP) },
  },
  remove: {
    example: 'builder.remove("target", { reason: "…" })',
    takes: { target: mustBeText, settings: mustHaveOnly({ when, reason: mustBeString }) },
  },
  ofType: { example: 'ofType("Lowering")', takes: { type: mustBeText } },
  rule: { ...verb("after"), takes: { subject: selector } },
  before: verb("before"),
  after: verb("after"),
  beforeSome: verb("beforeSome"),
  afterSome: verb("afterSome"),
  forContributor: {
    example: 'builder.forContributor({ kind: "plugin", name: "name" })',
    takes: { contributor, options: mustHave({ sourceOf }) },
  },
  guard: {
    example: 'builder.guard("property", { from: "pass", to: "pass", reason: "…" })',
    // Guards in configs and manifests also contain the property.
    takes: { property: mustBeText, range: mustHaveOnly({ ...ends, property: mustBeText }, ...Object.keys(ends)) },
  },
};

/** Checks the arguments of a call, including surplus arguments, for example a function that the call would ignore. */
export function checkCall(call: string, given: readonly unknown[], origin?: OriginNow): void {
  const form = CALLS[call] as CallForm;
  const [, settings] = call === "addPass" ? given : [];
  // In a config, the position is a setting: `{ pass, at: "extension.point" }`. Here, it is a different call: `addAt`.
  const [other = form] = Object.keys(settings ?? {}).flatMap(
    (key) => CALLS[`add${key.charAt(0).toUpperCase()}${key.slice(1)}`] ?? [],
  );
  checkArguments(call, { ...form, example: other.example }, given, origin);
}

/** Refuses a nested manager inside `depth` other nested managers if the nesting becomes too deep. */
export function checkDepth(depth: number, origin: OriginNow): void {
  if (depth < DEEPEST_NESTING) return;
  const what = `pass managers are nested more than ${DEEPEST_NESTING} levels deep`;
  throw wrongCall("nest", what, "nest fewer managers", origin);
}

/** Checks that a bundle has a name, and a list of passes unless a contributor published the bundle. */
export function checkBundle(name: unknown, passes: unknown, settings: unknown, origin: OriginNow): void {
  const call = "addBundle";
  if (isTable(passes)) return checkArguments(call, PUBLISHED, [name, passes], origin);
  checkCall(call, [name, passes, settings], origin);
  for (const one of passes as readonly unknown[])
    if (Array.isArray(one)) checkNamesIn(call, "bundle", { options: one[1] as unknown, anchor: one[2] as unknown });
  const { kind = "open", without } = settings as BundleTerms;
  if (without === undefined || kind === "open") return;
  const what = `\`without\` applies only to open bundles, but bundle \`${String(name)}\` is ${kind}`;
  throw wrongCall(call, what, "remove `without` or `kind`", origin);
}
