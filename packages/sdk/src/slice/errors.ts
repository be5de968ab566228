import type { AssumedProperty } from "@passwright/builder";
import { didYouMean, errorDiagnostic as error, quoted, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/* Errors and remarks PWL0611 to PWL0615, about slices of a plan. */

/** PWL0611: reports a property that the input of a slice must have. */
export function assumed({ property, since }: AssumedProperty): Diagnostic {
  const from =
    since === undefined ? "the input of the whole pipeline provides" : `step \`${since}\` provides before the slice`;
  const message = `the input of the slice must have property \`${property}\`, which ${from}`;
  const pass = `use an input that has this property`;
  const help = since === undefined ? pass : `start the slice at \`${since}\`, or ${pass}`;
  return error("PWL0611", message, help, { severity: "remark" });
}

/** PWL0615: a step in the slice requires a value, which a step before the slice provides. */
export function missingValue({ property, since }: AssumedProperty): Diagnostic {
  const from = since === undefined ? "an earlier step" : `\`${since}\``;
  const message = `the slice needs value \`${property}\`, which ${from} provides before the slice`;
  return error("PWL0615", message, `start the slice at ${from}`, {
    notes: ["the input of a slice cannot contain values"],
  });
}

/** PWL0612: reports a step that is not in any pipeline of the graph. */
export function unknownStepOfGraph(address: string, addresses: readonly string[]): Diagnostic {
  const similar = addresses.find((one) => one.endsWith(`::${address}`)) ?? suggest(address, addresses);
  const help = didYouMean(similar, "use one of these steps, in the form `pipeline/step`");
  const notes = [`steps of the graph: ${quoted(addresses.slice(0, 40))}${addresses.length > 40 ? ", and more" : ""}`];
  return error("PWL0612", `no pipeline of the graph has a step \`${address}\``, help, { notes });
}

/** PWL0613: reports a slice whose ends are in different pipelines of a graph. */
export function severalPipelines(ends: readonly string[], paths: readonly (readonly string[])[]): Diagnostic {
  const message = `a slice must be inside one pipeline, but steps ${quoted(ends)} are in different pipelines`;
  const notes = ends.map((end, index) => `step \`${end}\` is in pipeline ${quoted(paths[index] ?? [])}`);
  return error("PWL0613", message, "run a separate slice for each pipeline", { notes });
}

/** PWL0614: reports ends of a slice that are in several pipelines of a graph. */
export function ambiguousStep(ends: readonly string[], paths: readonly string[]): Diagnostic {
  const message = `${paths.length} pipelines of the graph contain ${ends.length === 1 ? "a step" : "steps"} ${quoted(ends)}`;
  const help = `add the name of the pipeline: \`${paths[0]}/${ends[0]}\``;
  return error("PWL0614", message, help, { notes: [`pipelines: ${quoted(paths)}`] });
}
