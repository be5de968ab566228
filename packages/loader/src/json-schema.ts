import type { JsonSchema } from "@passwright/core";
import type { Definitions, Shape } from "@passwright/sdk/loading";
import { configShape } from "./config/config-schema.ts";
import { manifestShape } from "./manifest/schema.ts";

/** Returns the JSON Schema (draft 7) of a config. */
export function configJsonSchema(): JsonSchema {
  return documentOf("A config of Passwright", configShape);
}

/** Returns the JSON Schema (draft 7) of the field `passwright` in package.json. */
export function manifestJsonSchema(): JsonSchema {
  return documentOf("A manifest of Passwright: the field `passwright` of a package.json", manifestShape);
}

function documentOf(title: string, shape: Shape<unknown>): JsonSchema {
  const definitions: Definitions = new Map();
  const schema = shape.schema(definitions);
  const sorted = [...definitions].sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title,
    ...schema,
    definitions: Object.fromEntries(sorted),
  };
}
