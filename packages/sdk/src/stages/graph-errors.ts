import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { whereOf } from "@passwright/builder";
import type { Origin } from "@passwright/builder";

/* PWL0501 to PWL0599: contributions that do not fit a graph of pipelines, or need one. */

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

export function saysNoPipeline(pass: string, origin: Origin, pipelines: readonly string[]): Diagnostic {
  return graphError(
    "PWL0501",
    `it is not said into which pipeline \`${pass}\` is to be inserted`,
    whereOf(origin),
    [`pipelines that are open to insertions: ${listed(pipelines)}`],
    "say it: `pipeline: …`",
  );
}

export function noGraph(pass: string, pipeline: string, framework: string, origin: Origin): Diagnostic {
  return graphError(
    "PWL0502",
    `\`${pass}\` is for pipeline \`${pipeline}\` of a graph, and framework \`${framework}\` has none`,
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
    `\`${pass}\` cannot be inserted into pipeline \`${pipeline}\`: it is not there, or a function fills it in`,
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
    `\`${what}\` speaks of one pipeline, and \`${framework}\` has a graph of them`,
    where,
    [],
    "leave it out; what has to run before what, the graph says",
  );
}

export function wrongBuilder(plugin: string, framework: string): Diagnostic {
  return graphError(
    "PWL0505",
    `\`${plugin}\` builds at the one pipeline of a framework, and \`${framework}\` has a graph of them`,
    { plugin },
    [],
    "insert into a pipeline by name: `environment.graph?.pipeline(name)` in its setup, or `pipeline` in its manifest",
  );
}

export function notInGraph(framework: string): Diagnostic {
  return graphError(
    "PWL0507",
    `\`${framework}\` has a \`pipeline\` and a \`graph\`, and the pipeline is not in it`,
    { plugin: framework, pluginKind: "framework" },
    [],
    'register it: `graph(graph, { builder }) { graph.registerPipeline("main", {}, builder); }`, or leave `pipeline` out',
  );
}

export function graphMissing(framework: string, at: Diagnostic["at"]): Diagnostic {
  return graphError(
    "PWL0506",
    `the config has a \`graph\`, and framework \`${framework}\` has one pipeline`,
    at === undefined ? {} : { at },
    [],
    "leave one of the two out: a graph may stand alone, or beside a framework that has a graph",
  );
}
