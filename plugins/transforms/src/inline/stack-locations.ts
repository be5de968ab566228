import type { Attribute } from "@passwright/ir";

/**
 * Returns the location of an inlined operation: the operation's own location, followed by the locations of calls up to
 * `caller`. If the operation was already inlined before, `caller` is added after the earlier calls.
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
