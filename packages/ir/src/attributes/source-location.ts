import { type SourceLocation } from "@passwright/core";
import { textOf } from "../text/bytes.ts";
import { type Attribute } from "./attribute.ts";

/** Where an operation is, for people: the first file location that its location leads to. */
export function sourceLocationOf(location: Attribute): SourceLocation | undefined {
  const { data } = location;
  switch (data.kind) {
    case "file-location":
      return { file: textOf(data.file), line: data.line, column: data.column };
    case "name-location":
      return data.child === undefined ? undefined : sourceLocationOf(data.child);
    case "call-site-location":
      return sourceLocationOf(data.callee);
    case "fused-location":
      return data.locations.map(sourceLocationOf).find((at) => at !== undefined);
    default:
      return undefined;
  }
}
