import type { SourceLocation } from "@passwright/core";
import { textOf } from "../text/bytes.ts";
import type { Attribute } from "./attribute.ts";
import { findLocation } from "./parts.ts";

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
  let call = findLocation(location, "call-site-location");
  for (let depth = 0; call !== undefined && depth < MAX_CALLERS; depth++) {
    const file = fileLocationOf(call.caller);
    if (file !== undefined) callers.push(file);
    call = findLocation(call.caller, "call-site-location");
  }
  return callers.length === 0 ? at : { ...at, callers };
}

function fileLocationOf(location: Attribute): SourceLocation | undefined {
  const found = findLocation(location, "file-location");
  return found && { file: textOf(found.file), line: found.line, column: found.column };
}
