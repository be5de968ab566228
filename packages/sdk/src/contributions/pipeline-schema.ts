import type { BundleKind, StepOptions, StepSettings, When } from "@passwright/builder";
import { parsePipelineText } from "@passwright/core";
import type { Diagnostic, PipelineSyntax, PipelineText } from "@passwright/core";
import { optionsByPass, when } from "./contribution-schema.ts";
import type { DataCheck } from "../data/check.ts";
import { map, variants } from "../data/map-shape.ts";
import { DEPTH_LIMIT } from "../data/node.ts";
import type { DataNode } from "../data/node.ts";
import { placesInText } from "../data/places.ts";
import {
  anchorName,
  either,
  flag,
  lines,
  list,
  mapped,
  named,
  placed,
  prose,
  text,
  textSchema,
  values,
  word,
} from "../data/shape.ts";
import type { Placed, Shape } from "../data/shape.ts";
import type { ExtensionPoint } from "../define/define-framework.ts";

/** Pass of a pipeline, as data. */
export interface PassStepData extends StepSettings {
  /** Name of the pass. */
  readonly pass: string;
}

/** Steps of a nested manager on the operation `nest`, or steps that share a condition. */
export interface StepsData<Step> {
  /** Operation of the nested manager. */
  readonly nest?: string;
  /** Steps in order. */
  readonly steps: readonly Step[];
  /** Choice for which the plan contains the steps. */
  readonly when?: When;
}

/** Extension point. */
export interface PointStepData extends Partial<ExtensionPoint> {
  /** Name of the point. */
  readonly point: string;
}

/** Step that inserts a bundle of the config, by its name. */
export interface BundleStepData extends Omit<PassStepData, "pass" | "options" | "removable"> {
  /** Name of the bundle. */
  readonly bundle: string;
  /** Options of the bundle's passes, by pass name. */
  readonly options?: { readonly [pass: string]: StepOptions };
}

/** Steps of a pipeline, written as text in MLIR's syntax. */
export interface TextStepData {
  /** Pipeline, such as `func.func(cse)`. */
  readonly text: string;
  /** Choice for which the plan contains the steps. */
  readonly when?: When;
}

/** Step as a user writes it. */
export type StepData = string | PassStepData | StepsData<StepData> | PointStepData | BundleStepData | TextStepData;

/** Parsed textual pipeline, with the line of each element in the file. */
export interface ParsedText {
  /** Elements of the pipeline. */
  readonly pipeline: PipelineText;
  /** Returns the line of an offset in the text, if known. */
  lineOf(offset: number): number | undefined;
}

/** Checked step. */
export type CheckedStep =
  | PassStepData
  | StepsData<Placed<CheckedStep>>
  | PointStepData
  | BundleStepData
  | { readonly text: ParsedText; readonly when?: When };

/** A list of steps. */
export const steps: Shape<readonly Placed<CheckedStep>[]> = list(named("step", () => placed(step)));

const condition = { doc: "condition on target, level and options", shape: when } as const;
const types = { doc: "pass types that replace the declared pass types", shape: list(text()) } as const;
const anchor = { doc: "the operation to run on, for passes that run on any operation", shape: text() } as const;
const reason = { doc: "reason, shown in explanations of the plan", shape: prose } as const;

/** Returns a shape that parses a textual pipeline. Errors have positions in the file. */
const mlirText = (expected: string): Shape<ParsedText> => ({
  ...mapped(lines(expected), parse),
  schema: () => textSchema,
});

function parse(found: string, check: DataCheck, node: DataNode, path: string): ParsedText | undefined {
  const isWhole = /^[^,{}]*\(/.test(found) && found.trimEnd().endsWith(")");
  const parsed = parsePipelineText(found);
  const placeAt = placesInText(check.document, node, found);
  const bodyAt = found.indexOf("(") + 1;
  if (parsed.ok) {
    if (depthOf(parsed.pipeline.elements) > DEPTH_LIMIT)
      return check.tooLarge(node, path, `managers nested more than ${DEPTH_LIMIT} levels deep`);
    return { pipeline: parsed.pipeline, lineOf: (offset) => placeAt(bodyAt + offset)?.line };
  }
  const { at, ...rest } = parsed.diagnostic;
  const offset = at === undefined || !isWhole ? 0 : bodyAt + offsetOf(found.slice(bodyAt), at);
  const place = placeAt(offset);
  check.diagnostics.push({ ...rest, ...(place === undefined ? {} : { at: place }) } as Diagnostic);
  return undefined;
}

/** Returns the nesting depth of managers, or a larger number than the limit if the depth exceeds the limit. */
function depthOf(elements: readonly PipelineSyntax[]): number {
  let depth = 0;
  for (let level = elements; level.length > 0 && depth <= DEPTH_LIMIT; depth++)
    level = level.flatMap(({ inner }) => inner);
  return depth;
}

function offsetOf(body: string, { line, column }: { readonly line: number; readonly column: number }): number {
  const before = body.split("\n").slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

const step: Shape<CheckedStep> = either<CheckedStep>("the name of a pass, or a map such as { nest, steps }", {
  scalar: mapped(text("the name of a pass, or a map such as { nest, steps }"), (pass) => ({ pass })),
  map: variants<CheckedStep>({
    pass: map<PassStepData>({
      pass: { doc: "the name of a pass", required: true, shape: text() },
      options: { doc: "options of the pass", shape: values },
      removable: { doc: "true: plugins can remove the step", shape: flag },
      when: condition,
      types,
      anchor,
      reason,
    }),
    point: map<PointStepData>({
      point: { doc: "the name of an extension point", required: true, shape: text() },
      since: { doc: "the first version that has this extension point", shape: text() },
      doc: { doc: "the state of the IR at the extension point", shape: prose },
      formerly: { doc: "former names, which plugins can still use", shape: list(text()) },
      deprecated: { doc: "the replacement for this deprecated extension point", shape: prose },
    }),
    bundle: map<BundleStepData>({
      bundle: { doc: "the name of a bundle, or plugin::name", required: true, shape: text() },
      options: { doc: "options of the bundle's passes, by pass name", shape: optionsByPass },
      when: condition,
      types,
      anchor,
      reason,
    }),
    text: map<{ text: ParsedText; when?: When }>({
      text: {
        doc: "a textual pipeline with its anchor: `func.func(cse,canonicalize)`",
        required: true,
        shape: mlirText("the text of a pipeline"),
      },
      when: condition,
    }),
    steps: map<StepsData<Placed<CheckedStep>>>({
      nest: { doc: "the operation of a manager that contains `steps`", shape: anchorName },
      steps: { doc: "steps of a manager (`nest`), or under a condition (`when`)", required: true, shape: steps },
      when: condition,
    }),
  }),
});

/** Checked pipeline of a config: parsed text, or a list of steps. */
export type CheckedPipeline = { readonly text: ParsedText } | { readonly steps: readonly Placed<CheckedStep>[] };

/** Shape of a pipeline: a textual pipeline in MLIR's syntax, or a list of steps. */
export const pipeline: Shape<CheckedPipeline> = either<CheckedPipeline>("a textual pipeline, or a list of steps", {
  scalar: mapped(mlirText("a list of steps, or the text of a pipeline"), (found) => ({ text: found })),
  list: mapped(steps, (found) => ({ steps: found })),
});

/** Pass in a bundle. */
export interface BundleMemberData<Pass = string> {
  /** Name of the pass. */
  readonly pass: Pass;
  /** Options of the pass. */
  readonly options?: StepOptions;
  /** Operation to run on, for a pass that runs on any operation. */
  readonly anchor?: string;
}

/** Bundle as a user writes it. In code, `Pass` can also be a definition. */
export type BundleData<Pass = string> =
  | readonly (Pass | BundleMemberData<Pass>)[]
  | {
      readonly passes: readonly (Pass | BundleMemberData<Pass>)[];
      readonly kind?: BundleKind;
      /** Names of passes and pass types that must not run between the bundle's passes. Only for open bundles. */
      readonly without?: readonly string[];
    };

/** Checked bundle. */
export interface CheckedBundle {
  /** Whether contributors can insert other steps between the bundle's passes. */
  readonly kind: BundleKind;
  /** Names of passes and pass types that must not run between the bundle's passes. */
  readonly without?: readonly string[];
  /** Passes of the bundle, in order. */
  readonly passes: readonly Placed<BundleMemberData>[];
}

const members: Shape<readonly Placed<BundleMemberData>[]> = list(
  placed(
    either<BundleMemberData>("the name of a pass, or { pass, options, anchor }", {
      scalar: mapped(text("the name of a pass, or { pass, options, anchor }"), (pass) => ({ pass })),
      map: map<BundleMemberData>({
        pass: { doc: "the name of a pass", required: true, shape: text() },
        options: { doc: "options of the pass", shape: values },
        anchor: { doc: "the operation to run on, if the pass runs on any operation", shape: text() },
      }),
    }),
  ),
);

type BundleKeys = Omit<CheckedBundle, "kind"> & Partial<Pick<CheckedBundle, "kind">>;

const bundleMap = map<BundleKeys>({
  passes: { doc: "the passes of the bundle, in order", required: true, shape: members },
  kind: {
    doc: "open: other steps can be inserted between the passes; contiguous: no other steps; atomic: the bundle is one step",
    shape: word(["open", "contiguous", "atomic"]),
  },
  without: {
    doc: "passes and pass types that must not be inserted between the bundle's passes",
    shape: list(text()),
  },
});

/** Shape of a bundle: a list of passes, or `{ passes, kind, without }`. */
export const bundle: Shape<CheckedBundle> = either<CheckedBundle>("a list of passes, or { passes, kind, without }", {
  list: mapped(members, (passes) => ({ kind: "open" as const, passes })),
  map: mapped(bundleMap, ({ kind = "open", ...rest }, check, node, path) =>
    // Steps cannot be inserted into bundles of other kinds.
    kind === "open" || rest.without === undefined
      ? { kind, ...rest }
      : check.wrong(node, path, `a bundle of kind open, or one that has no \`without\``),
  ),
});
