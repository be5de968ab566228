import { didYouMean, errorDiagnostic as error, quoted, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { whereOf } from "@passwright/builder";
import type { Origin } from "@passwright/builder";

/* Errors PWL0501 to PWL0599, about contributions that do not fit a graph of pipelines or a single pipeline. */

export function pipelineNotNamed(pass: string, origin: Origin, pipelines: readonly string[]): Diagnostic {
  const message = `the insertion of \`${pass}\` does not select a pipeline`;
  const notes = [`pipelines that are open to insertions: ${quoted(pipelines)}`];
  return error(
    "PWL0501",
    message,
    `add \`pipeline: ${pipelines.length === 1 ? pipelines[0] : "NAME"}\` to the insertion`,
    { ...whereOf(origin), notes },
  );
}

export function noGraph(pass: string, pipeline: string, framework: string, origin: Origin): Diagnostic {
  const message = `the insertion of \`${pass}\` selects pipeline \`${pipeline}\`, but framework \`${framework}\` does not have a graph of pipelines`;
  return error("PWL0502", message, "remove `pipeline` from the insertion", whereOf(origin));
}

/** Reports an insertion into a pipeline that the owner of the graph did not register with a builder. */
export function notOpen(
  pass: string,
  pipeline: string,
  origin: Origin,
  { framework, open, isRegistered }: { framework: string; open: readonly string[]; isRegistered: boolean },
): Diagnostic {
  const other = open.length === 0 ? "remove the insertion" : "use one of these pipelines";
  const [why, help] = !isRegistered
    ? [`which neither framework \`${framework}\` nor the config registers`, didYouMean(suggest(pipeline, open), other)]
    : pipeline.includes("/")
      ? ["because insertions cannot select pipelines of a subgraph", other]
      : [
          "which is not open to insertions",
          `in the code that registers pipeline \`${pipeline}\`, create its contents with \`makeBuilder\``,
        ];
  const message = `\`${pass}\` cannot be inserted into pipeline \`${pipeline}\`, ${why}`;
  const notes = [`pipelines that are open to insertions: ${quoted(open)}`];
  return error("PWL0503", message, help, { ...whereOf(origin), notes });
}

export function onePipelineOnly(
  what: "rules" | "guards",
  where: Pick<Diagnostic, "at" | "plugin" | "pluginKind">,
  framework: string,
): Diagnostic {
  const message = `\`${what}\` applies to a single pipeline, but framework \`${framework}\` has a graph of pipelines`;
  const call = what === "rules" ? "rule(PASS)" : "guard(PROPERTY, RANGE)";
  const help =
    what === "rules" && where.plugin === undefined
      ? "replace the rule with an override: `overrides: [{ order: PASS, before: STEP }]`"
      : `remove \`${what}\`, and call \`environment.graph?.pipeline(NAME)?.${call}\` in \`setup\` of a plugin`;
  return error("PWL0504", message, help, { ...where });
}

export function wrongBuilder(plugin: string, framework: string): Diagnostic {
  const message = `plugin \`${plugin}\` uses the builder of a single pipeline, but framework \`${framework}\` has a graph of pipelines`;
  const help = "select a pipeline: `environment.graph?.pipeline(name)` in `setup`, or `pipeline` in the manifest";
  return error("PWL0505", message, help, { plugin });
}

export function notInGraph(framework: string): Diagnostic {
  const message = `framework \`${framework}\` defines a \`pipeline\`, but does not register it in \`graph\``;
  const help =
    'register the pipeline: `graph(graph, { builder }) { graph.registerPipeline("main", {}, builder); }`, or remove `pipeline`';
  return error("PWL0507", message, help, { plugin: framework, pluginKind: "framework" });
}

/** Changes the builder's diagnostic about an override: only `pipeline`, which a function fills, contains the step. */
export function overrideOfFunction({ at, plugin, unknown }: Diagnostic, pipeline: string): Diagnostic {
  const message = `override of \`${unknown}\` has no effect: a function fills pipeline \`${pipeline}\`, which contains the step`;
  const help = `register pipeline \`${pipeline}\` with a builder, or remove the override`;
  return error("PWB0114", message, help, { severity: "warning", at, plugin });
}

export function graphMissing(framework: string, at: Diagnostic["at"]): Diagnostic {
  const message = `the config has a \`graph\`, but framework \`${framework}\` has a single pipeline`;
  const help = "remove `graph` from the config, or use a framework that has a graph";
  return error("PWL0506", message, help, { at });
}
