import { defineFramework, defineGraphFramework, optionOfChoice } from "@passwright/sdk";
import type { Choice, DefinedFramework, PassManagerBuilder } from "@passwright/sdk";
import type { Config, XastNode } from "svgo";
import { builtIns, floatPrecision } from "./built-ins.ts";
import { stepsOf } from "./config.ts";
import { MAX_ROUNDS, nextRound } from "./multipass.ts";
import { pointAfter, points, rules } from "./preset-default.ts";
import { svgIr } from "./svg.ts";

const shape = { name: "svgo", extensionPoints: points } as const;

/**
 * Makes a framework from an SVGO configuration. Supports the keys `plugins`, `floatPrecision`, `multipass`, `js2svg`
 * and `datauri`. Keeps the order of the plugins, and replaces presets by their plugins. Without a configuration, the
 * pipeline is preset-default. If the configuration contains preset-default, the framework has the extension points of
 * preset-default.
 *
 * @throws UsageError PWV0101 if the configuration has keys or plugins that SVGO does not know.
 */
export function svgoFramework(config: Config = {}): DefinedFramework<XastNode, typeof shape, {}> {
  const steps = stepsOf(config);
  const { js2svg, datauri, multipass = false } = config;
  const settings = { ...(js2svg && { js2svg }), ...(datauri && { datauri }) };
  const hasPreset = steps.some(({ preset }) => preset !== undefined);
  const names = steps.map(({ definition }) => definition?.declaration.name);
  const own = steps.flatMap(({ definition }) => definition ?? []);
  const framework = {
    ...shape,
    ...(!hasPreset && { extensionPoints: {} as never }),
    ir: svgIr(settings),
    passes: [...new Map([...builtIns, ...own.map((pass) => [pass.declaration.name, pass] as const)]).values()],
    properties: { "short-ids": { kind: "structural", doc: "ids are as short as possible" } },
    pipeline(builder: PassManagerBuilder<XastNode>, { choice }: { readonly choice: Choice }): void {
      const chosen = optionOfChoice(choice, "floatPrecision", floatPrecision);
      for (const { definition, options, takesPrecision, preset } of steps) {
        const precision = takesPrecision && chosen !== undefined && { floatPrecision: chosen };
        if (definition !== undefined) builder.addPass(definition, { options: { ...options, ...precision } });
        const point = preset === undefined ? undefined : pointAfter[preset];
        if (point !== undefined) builder.addExtensionPoint(point);
      }
      for (const { pass, after, reason } of rules) {
        // Omits rules that the configured order violates, for example because the configuration contains preset-default
        // twice.
        const isBroken = names.includes(pass) && names.indexOf(pass) < names.lastIndexOf(after);
        if (!isBroken) builder.rule(pass).weak.after(after, { reason });
      }
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

/** Framework that runs SVGO's preset-default. */
export default svgoFramework();
