import type { SourceLocation } from "@passwright/core";
import { textOf } from "../text/bytes.ts";
import type { Attribute } from "./attribute.ts";

/**
 * Returns the position of an operation for people: the first file location inside its location. A location without a
 * file is shown as text, such as `loc("name")`, at line 0. Returns `undefined` for an unknown location.
 */
export function sourceLocationOf(location: Attribute): SourceLocation | undefined {
  const file = fileLocationOf(location);
  if (file !== undefined || location.data.kind === "unknown-location") return file;
  return { file: location.toString(), line: 0, column: 0 };
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
