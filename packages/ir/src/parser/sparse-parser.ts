import type { Attribute, Type } from "../attributes/attribute.ts";
import { elementCount, elementTypeOf, shapeOf } from "../attributes/dense.ts";
import { elementAt, elementsOf } from "../fold/elements.ts";
import { denseAttribute, NOTHING, parseElementsType, parseLiteral } from "./dense-parser.ts";
import type { Literal } from "./dense-parser.ts";
import type { Reader } from "./reader.ts";

/**
 * Parses `'sparse' '<' (indices ',' values)? '>' (':' type)?`. If the type is known, the text must not contain a type.
 */
export function parseSparse(reader: Reader, known?: Type): Attribute {
  const start = reader.at - "sparse".length;
  reader.expect("<", "Expected '<' after 'sparse'");
  const isEmpty = reader.next() === 62;
  const indicesAt = reader.position();
  const indices = isEmpty ? NOTHING : parseLiteral(reader, false);
  if (!isEmpty) reader.expect(",", "expected ','");
  const valuesAt = reader.position();
  const values = isEmpty ? NOTHING : parseLiteral(reader, true);
  reader.expect(">", "expected '>'");
  const type = known ?? parseElementsType(reader, start);
  // If the indices are a single number instead of a list, they refer to one element.
  const shape = indices.shape.length === 0 ? [isEmpty ? 0 : 1, shapeOf(type)!.length] : indices.shape;
  const indexType = reader.context.internType({ kind: "integer", width: 64, signedness: "signless" });
  const places = denseOf(reader, indices, shape, indexType, indicesAt);
  const valuesShape = values.shape.length === 0 ? [shape[0]!] : values.shape;
  const parts = denseOf(reader, values, valuesShape, elementTypeOf(type)!, valuesAt);
  return sparseAttribute(reader, type, places, parts, start);
}

function denseOf(reader: Reader, literal: Literal, shape: readonly number[], elementType: Type, at: number): Attribute {
  return denseAttribute(reader, literal, reader.context.internType({ kind: "tensor", shape, elementType }), at);
}

/** Creates a sparse attribute, or reports invalid contents (`SparseElementsAttr::verify`). */
function sparseAttribute(reader: Reader, type: Type, indices: Attribute, values: Attribute, start: number): Attribute {
  const shape = shapeOf(type)!;
  const indicesShape = shapeOfElements(indices);
  const valuesShape = shapeOfElements(values);
  if (valuesShape.length !== 1) reader.fail("expected 1-d tensor for sparse element values", start);
  const [count = 0, rank] = indicesShape;
  const isList = indicesShape.length === 1 && shape.length === 1;
  const isTable = indicesShape.length === 2 && rank === shape.length;
  if (!(isList || isTable) || count !== valuesShape[0]) {
    reader.fail(
      `expected shape ([${shape.join(", ")}]); inferred shape of indices literal ([${indicesShape.join(", ")}]); ` +
        `inferred shape of values literal ([${valuesShape.join(", ")}])`,
      start,
    );
  }
  const numbers = elementsOf(indices)!;
  for (let i = 0; i < elementCount([count]); i++) {
    const index = shape.map((_, dimension) => elementAt(numbers, i * shape.length + dimension));
    if (index.every((at, dimension) => at < BigInt(shape[dimension]!))) continue;
    reader.fail(
      `sparse index #${i} is not contained within the value shape, with index=[${index.join(", ")}], and type='${type.byteText}'`,
      start,
    );
  }
  return reader.context.internAttribute({ kind: "sparse", type, indices, values });
}

function shapeOfElements({ data }: Attribute): readonly number[] {
  return "type" in data && data.type !== undefined ? (shapeOf(data.type) ?? []) : [];
}
