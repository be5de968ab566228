import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { whereOf } from "@passwright/builder";
import type { Origin } from "@passwright/builder";

/* PWL0501 to PWL0599: contributions that do not fit a graph of pipelines or a single pipeline. */

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ") || "none";

function graphError(
  code: string,
  message: string,
  where: Pick<Diagnostic, "at" | "plugin" | "pluginKind">,
  notes: readonly string[],
  help: string,
): Diagnostic {
  return errorDiagnostic(code, message, where, notes, [help]);
}

export function pipelineNotNamed(pass: string, origin: Origin, pipelines: readonly string[]): Diagnostic {
  return graphError(
    "PWL0501",
    `the insertion of \`${pass}\` does not name a pipeline`,
    whereOf(origin),
    [`pipelines that are open to insertions: ${listed(pipelines)}`],
    "add `pipeline: …`",
  );
}

export function noGraph(pass: string, pipeline: string, framework: string, origin: Origin): Diagnostic {
  return graphError(
    "PWL0502",
    `\`${pass}\` names pipeline \`${pipeline}\`, but framework \`${framework}\` does not have a graph of pipelines`,
    whereOf(origin),
    [],
    "leave `pipeline` out",
  );
}

export function notOpen(
  pass: string,
  pipeline: string,
  origin: Origin,
  pipelines: readonly string[],
  similar: string | undefined,
): Diagnostic {
  return graphError(
    "PWL0503",
    `\`${pass}\` cannot be inserted into pipeline \`${pipeline}\`: it does not exist, or is not open to insertions`,
    whereOf(origin),
    [`pipelines that are open to insertions: ${listed(pipelines)}`],
    similar === undefined ? "name one of them" : `did you mean \`${similar}\`?`,
  );
}

export function onePipelineOnly(
  what: string,
  where: Pick<Diagnostic, "at" | "plugin" | "pluginKind">,
  framework: string,
): Diagnostic {
  return graphError(
    "PWL0504",
    `\`${what}\` applies to a single pipeline, but \`${framework}\` has a graph of pipelines`,
    where,
    [],
    "remove it, and declare the order of pipelines in the graph",
  );
}

export function wrongBuilder(plugin: string, framework: string): Diagnostic {
  return graphError(
    "PWL0505",
    `\`${plugin}\` uses the builder of a single pipeline, but \`${framework}\` has a graph of pipelines`,
    { plugin },
    [],
    "insert into a pipeline by name: `environment.graph?.pipeline(name)` in its setup, or `pipeline` in its manifest",
  );
}

export function notInGraph(framework: string): Diagnostic {
  return graphError(
    "PWL0507",
    `\`${framework}\` has a \`pipeline\` that its \`graph\` does not register`,
    { plugin: framework, pluginKind: "framework" },
    [],
    'register it: `graph(graph, { builder }) { graph.registerPipeline("main", {}, builder); }`, or leave `pipeline` out',
  );
}

export function graphMissing(framework: string, at: Diagnostic["at"]): Diagnostic {
  return graphError(
    "PWL0506",
    `the config has a \`graph\`, but framework \`${framework}\` has a single pipeline`,
    at === undefined ? {} : { at },
    [],
    "remove one of the two, or use a framework that has a graph",
  );
}
