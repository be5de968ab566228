import type { AssumedProperty } from "@passwright/builder";
import { errorDiagnostic, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/* PWL0611 to PWL0614: slices of a plan. */

/** PWL0611: the input of a slice must have a property. */
export function assumed({ property, since }: AssumedProperty): Diagnostic {
  const from = since === undefined ? "from the beginning" : `since \`${since}\``;
  return {
    code: "PWL0611",
    severity: "remark",
    message: `the slice assumes that its input has the property ${property}, which holds ${from}`,
  };
}

/** PWL0615: a step of the slice requires a value that a step before the slice provides. */
export function missingValue({ property, since }: AssumedProperty): Diagnostic {
  const from = since === undefined ? "a step before it" : `\`${since}\``;
  return errorDiagnostic(
    "PWL0615",
    `the slice needs value ${property}, which ${from} provides before the slice`,
    {},
    ["values are not part of an input"],
    [`start the slice at ${from}`],
  );
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

/** PWL0612: no pipeline of the graph has the step. */
export function unknownStepOfGraph(address: string, addresses: readonly string[]): Diagnostic {
  const similar = addresses.find((one) => one.endsWith(`::${address}`)) ?? suggest(address, addresses);
  return errorDiagnostic(
    "PWL0612",
    `no pipeline of the graph has a step \`${address}\``,
    {},
    [`steps of the graph: ${quoted(addresses.slice(0, 40))}${addresses.length > 40 ? ", and more" : ""}`],
    [similar === undefined ? "name a step as `pipeline/step`" : `did you mean \`${similar}\`?`],
  );
}

/** PWL0613: the ends of a slice are in different pipelines of a graph. */
export function severalPipelines(ends: readonly string[], paths: readonly (readonly string[])[]): Diagnostic {
  return errorDiagnostic(
    "PWL0613",
    `a slice stays in one pipeline of a graph, and ${quoted(ends)} are in different ones`,
    {},
    ends.map((end, index) => `\`${end}\` is in ${quoted(paths[index] ?? [])}`),
    ["run the slices of the pipelines one after the other"],
  );
}

/** PWL0614: several pipelines of a graph have the steps. */
export function ambiguousStep(ends: readonly string[], paths: readonly string[]): Diagnostic {
  return errorDiagnostic(
    "PWL0614",
    `${paths.length} pipelines of the graph have ${quoted(ends)}`,
    {},
    [`they are ${quoted(paths)}`],
    [`name the pipeline: \`${paths[0]}/${ends[0]}\``],
  );
}
