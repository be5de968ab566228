import type { Attribute } from "@passwright/ir";

/**
 * Returns the location of an inlined operation: the location of the operation itself, and its callers up to `caller`. A
 * location that was inlined before keeps its callers, and gets an additional caller at the end.
 */
export function stackLocations(callee: Attribute, caller: Attribute): Attribute {
  const { context } = callee;
  const callees: Attribute[] = [];
  let last = callee;
  while (last.data.kind === "call-site-location") {
    callees.push(last.data.callee);
    last = last.data.caller;
  }
  let stack = context.internAttribute({ kind: "call-site-location", callee: last, caller });
  for (let i = callees.length - 1; i >= 0; i--) {
    stack = context.internAttribute({ kind: "call-site-location", callee: callees[i]!, caller: stack });
  }
  return stack;
}
