import type { SourceLocation } from "@passwright/core";
import { textOf } from "../text/bytes.ts";
import type { Attribute } from "./attribute.ts";

/**
 * Returns the source position that diagnostics show for a location attribute: the first file location inside the
 * attribute. If the attribute has no file location, the text of the attribute, such as `loc("name")`, is shown instead
 * of a file, with line 0. Returns `undefined` for an unknown location.
 */
export function sourceLocationOf(location: Attribute): SourceLocation | undefined {
  const file = fileLocationOf(location);
  if (file !== undefined) return withCallers(file, location);
  return location.data.kind === "unknown-location" ? undefined : { file: location.toString(), line: 0, column: 0 };
}

/** Maximum number of calls that MLIR shows (`SourceMgrDiagnosticHandler`). */
const MAX_CALLERS = 10;

function withCallers(at: SourceLocation, location: Attribute): SourceLocation {
  const callers: SourceLocation[] = [];
  let caller = callerOf(location);
  for (let depth = 0; caller !== undefined && depth < MAX_CALLERS; depth++, caller = callerOf(caller)) {
    const file = fileLocationOf(caller);
    if (file !== undefined) callers.push(file);
  }
  return callers.length === 0 ? at : { ...at, callers };
}

/** Returns the caller of the first call site in a location. */
function callerOf({ data }: Attribute): Attribute | undefined {
  switch (data.kind) {
    case "name-location":
      return data.child === undefined ? undefined : callerOf(data.child);
    case "call-site-location":
      return data.caller;
    case "fused-location":
      return data.locations.map(callerOf).find((caller) => caller !== undefined);
    default:
      return undefined;
  }
}

function fileLocationOf(location: Attribute): SourceLocation | undefined {
  const { data } = location;
  switch (data.kind) {
    case "file-location":
      return { file: textOf(data.file), line: data.line, column: data.column };
    case "name-location":
      return data.child === undefined ? undefined : fileLocationOf(data.child);
    case "call-site-location":
      return fileLocationOf(data.callee) ?? fileLocationOf(data.caller);
    case "fused-location":
      return data.locations.map(fileLocationOf).find((at) => at !== undefined);
    default:
      return undefined;
  }
}
