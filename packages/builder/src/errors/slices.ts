import { didYouMean, errorDiagnostic, groupIn, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/** Maximum number of addresses in a message. */
const MOST = 40;

/** PWB0801: a slice names a step that is not in the plan. */
export function unknownStep(address: string, addresses: readonly string[]): Diagnostic {
  // Prefers the address of a step that a contributor added under this name (`plugin::name`).
  const similar = addresses.find((one) => one.endsWith(`::${address}`)) ?? suggest(address, addresses);
  const listed = addresses.slice(0, MOST).map((one) => `\`${one}\``);
  const more = addresses.length > MOST ? ` and ${addresses.length - MOST} more` : "";
  const help = didYouMean(similar, "use one of these steps");
  const notes = [`steps of the plan: ${listed.join(", ") || "none"}${more}`];
  return errorDiagnostic("PWB0801", `the plan has no step \`${address}\``, help, { notes });
}

/** PWB0802: the last step of a slice is before its first step. */
export function emptySlice(from: string, until: string): Diagnostic {
  const message = `the slice is empty: \`${until}\` (\`until\`) is before \`${from}\` (\`from\`) in the plan`;
  return errorDiagnostic("PWB0802", message, "swap `from` and `until`");
}

/**
 * PWB0803: a slice starts or ends inside a group, an op-agnostic manager, or a manager at every depth. `nearest` is the
 * first or last step of the group or manager.
 */
export function insideWhole(address: string, end: "start" | "end", anchor: string, nearest: string): Diagnostic {
  const group = groupIn(anchor);
  let why = `inside \`${anchor}(…)\`, because all steps of this manager run on an operation before the nested operations`;
  if (group !== undefined) why = `inside group \`${group}\`, because its members run in one traversal`;
  if (anchor === "any")
    why = "inside `any(…)`, because without some of its passes, this manager could run on additional operations";
  const whole = group === undefined ? "that manager" : "that group";
  const help = `${end} the slice at \`${nearest}\`, the ${end === "start" ? "first" : "last"} step of ${whole}`;
  return errorDiagnostic("PWB0803", `a slice cannot ${end} at \`${address}\`, ${why}`, help);
}
