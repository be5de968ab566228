import { defineFramework, defineGraphFramework, definePass } from "@passwright/sdk";
import type { Choice, DefinedFramework, PassDefinition, PassManagerBuilder } from "@passwright/sdk";
import type { Config, XastNode, XastRoot } from "svgo";
import { builtIns } from "./built-ins.ts";
import { stepsOf } from "./config.ts";
import type { ConfiguredStep } from "./config.ts";
import { infoOf, parseSvg, printSvg, svgIr } from "./svg.ts";
import type { PrintSettings } from "./svg.ts";

const since = "0.1";

const points = {
  "document.end": { since, doc: "declarations, comments and the data of editors are removed" },
  "ids.end": { since, doc: "styles are inlined, ids are short" },
  "shapes.end": { since, doc: "shapes are paths where that is shorter" },
  "paths.end": { since, doc: "groups are collapsed, paths and transforms are short and merged" },
  "attributes.end": { since, doc: "attributes are sorted" },
} as const;

const shape = { name: "svgo", extensionPoints: points } as const;

/** Plugin of preset-default before each extension point. */
const POINT_AFTER: { readonly [plugin: string]: keyof typeof points } = {
  removeEditorsNSData: "document.end",
  cleanupIds: "ids.end",
  convertEllipseToCircle: "shapes.end",
  mergePaths: "paths.end",
  sortAttrs: "attributes.end",
};

/** Number of rounds after which SVGO's `multipass` ends. */
const MAX_ROUNDS = 10;

function addRules(builder: PassManagerBuilder<XastNode>): void {
  builder.rule("prefixIds").weak.after("cleanupIds", { reason: "`cleanupIds` shortens ids, prefixes included" });
  builder.rule("mergePaths").weak.after("convertShapeToPath", { reason: "it merges nothing but paths" });
  builder
    .rule("removeXlink")
    .weak.after("reusePaths", { reason: "SVGO recommends it at the end: plugins add `xlink:href`" });
}

function addSteps(builder: PassManagerBuilder<XastNode>, steps: readonly ConfiguredStep[], precision: unknown): void {
  for (const { definition, options, isPrecise, preset } of steps) {
    if (definition !== undefined) {
      const takes = !isPrecise && precision !== undefined && "floatPrecision" in definition.options;
      const all = { ...options, ...(takes && { floatPrecision: precision }) };
      builder.addPass(definition as PassDefinition<never> as PassDefinition<XastNode>, { options: all });
    }
    const point = preset === undefined ? undefined : POINT_AFTER[preset];
    if (point !== undefined) builder.addExtensionPoint(point);
  }
  addRules(builder);
}

/** Ends a round of `multipass`: if the image became smaller, the next round starts from its text, as in SVGO. */
function nextRound({ js2svg }: PrintSettings): PassDefinition<XastRoot> {
  const sizes = new WeakMap<XastRoot, number>();
  return definePass({
    name: "next-round",
    summary: "start the next round if this one made the image smaller",
    anchor: "#root",
    runOnOperation(root: XastRoot, pass) {
      const info = infoOf.get(root) ?? { multipassCount: 0 };
      const text = printSvg(root, js2svg && { js2svg });
      const isSmaller = text.length < (info.multipassCount === 0 ? Infinity : (sizes.get(root) ?? Infinity));
      const count = isSmaller && info.multipassCount + 1 < MAX_ROUNDS ? info.multipassCount + 1 : 0;
      infoOf.set(root, { ...info, multipassCount: count });
      if (count === 0) return;
      sizes.set(root, text.length);
      root.children = parseSvg(text, info.path).children;
      pass.requestJump("optimize", `${text.length} characters after round ${count}`);
    },
  });
}

/**
 * Makes a framework from an SVGO configuration: `plugins` in their order, with presets expanded, `floatPrecision`,
 * `multipass`, `js2svg` and `datauri`. Without a configuration, the pipeline is preset-default. The extension points
 * are those of preset-default, if the configuration has that preset.
 *
 * @throws UsageError PWV0101 if the configuration has keys or plugins that SVGO does not have.
 */
export function svgoFramework(config: Config = {}): DefinedFramework<XastNode, typeof shape, {}> {
  const steps = stepsOf(config);
  const { js2svg, datauri, multipass = false } = config;
  const settings = { ...(js2svg && { js2svg }), ...(datauri && { datauri }) };
  const hasPreset = steps.some(({ preset }) => preset !== undefined);
  const own = steps.flatMap(({ definition }) => (definition === undefined ? [] : [definition]));
  const passes = new Map([...builtIns, ...own.map((one) => [one.declaration.name, one] as const)]);
  const framework = {
    ...shape,
    ...(!hasPreset && { extensionPoints: {} as never }),
    ir: svgIr(settings),
    passes: [...passes.values()] as unknown as readonly PassDefinition<XastNode>[],
    properties: { "short-ids": { kind: "structural", doc: "ids are as short as possible" } },
    pipeline(builder: PassManagerBuilder<XastNode>, { choice }: { readonly choice: Choice }): void {
      addSteps(builder, steps, choice.option?.["floatPrecision"] ?? config.floatPrecision);
    },
  } as const;
  if (!multipass) return defineFramework(framework);
  return defineGraphFramework({
    ...framework,
    graph(graph, { builder }) {
      graph.registerPipeline("optimize", {}, builder);
      const ends = { predecessors: ["optimize"], jumpTargets: [{ to: "optimize", max: MAX_ROUNDS - 1 }] };
      graph.registerPipeline("next-round", ends, (manager) => void manager.addPass(nextRound(settings) as never));
    },
  });
}

/** Framework with preset-default of SVGO. */
export default svgoFramework();
