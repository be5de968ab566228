import type { Sketch, SketchBlock } from "./sketch.ts";
import { ATTRIBUTES, similarAttributes, similarTypes, TYPES } from "./values.ts";

/*
 * Functions that yield each copy of an operation with a single change to a type, attribute, region, block or successor.
 * Terminators and operations in regions are changed in the same way.
 */

type Mutator = (operation: Sketch) => Iterable<Sketch>;

/** Yields copies of an operation with one change in the operation or in the operations of its regions. */
export function* mutationsOf(operation: Sketch): Iterable<Sketch> {
  if (operation.isFrame === true) {
    yield* changeEach(operation, "regions", changeFramed);
    return;
  }
  for (const mutate of MUTATORS) yield* mutate(operation);
  yield* changeEach(operation, "regions", changeRegion);
}

const MUTATORS: readonly Mutator[] = [operandTypes, resultTypes, allTypes, counts, properties, regionCount, successors];

function* operandTypes(operation: Sketch): Iterable<Sketch> {
  yield* changeEach(operation, "operands", (type) => [...TYPES, ...similarTypes(type)]);
}

function* resultTypes(operation: Sketch): Iterable<Sketch> {
  yield* changeEach(operation, "results", (type) => [...TYPES, ...similarTypes(type)]);
}

/**
 * Yields copies in which all types are the same, and copies in which every occurrence of one type has the same change.
 */
function* allTypes(operation: Sketch): Iterable<Sketch> {
  const { operands, results } = operation;
  const used = new Set([...operands, ...results]);
  if (operands.length + results.length < 2) return;
  for (const old of used) {
    const change =
      (type: string): ((found: string) => string) =>
      (found) =>
        found === old ? type : found;
    for (const type of [...TYPES, ...similarTypes(old)])
      yield { ...operation, operands: operands.map(change(type)), results: results.map(change(type)) };
  }
}

function* counts(operation: Sketch): Iterable<Sketch> {
  yield* resizeEach(operation, "operands", "i32");
  yield* resizeEach(operation, "results", "i32");
}

function* properties(operation: Sketch): Iterable<Sketch> {
  const { properties } = operation;
  for (const [name, value] of Object.entries(properties)) {
    const { [name]: _, ...rest } = properties;
    yield { ...operation, properties: rest };
    for (const other of [...ATTRIBUTES, ...similarAttributes(value)])
      yield { ...operation, properties: { ...properties, [name]: other } };
  }
  yield { ...operation, properties: { ...properties, unknown: "unit" } };
}

function* regionCount(operation: Sketch): Iterable<Sketch> {
  yield* resizeEach(operation, "regions", []);
}

function* successors(operation: Sketch): Iterable<Sketch> {
  yield* resizeEach(operation, "successors", 0);
  yield* changeEach(operation, "successors", (number) => [number + 1, 0].filter((other) => other !== number));
}

/** Yields copies of the blocks of a region, each with a change of one operation in the blocks. */
function* changeFramed(blocks: readonly SketchBlock[]): Iterable<readonly SketchBlock[]> {
  for (const { blocks: changed } of changeEach({ blocks }, "blocks", (content) =>
    changeEach(content, "operations", mutationsOf),
  ))
    yield changed;
}

function* changeRegion(blocks: readonly SketchBlock[]): Iterable<readonly SketchBlock[]> {
  yield [];
  yield [...blocks, { arguments: [], operations: [] }];
  for (const [i, content] of blocks.entries())
    for (const changed of changeBlock(content)) yield [...blocks.slice(0, i), changed, ...blocks.slice(i + 1)];
  const [last] = blocks.slice(-1);
  if (last !== undefined) yield [...blocks, { ...last, arguments: [] }];
}

function* changeBlock(content: SketchBlock): Iterable<SketchBlock> {
  yield* changeEach(content, "arguments", (type) => [...TYPES, ...similarTypes(type)]);
  yield* resizeEach(content, "arguments", "i32");
  yield* resizeEach(content, "operations", OTHER_OPERATION);
  yield { ...content, operations: [] };
  for (const name of TERMINATORS) {
    const operations = content.operations.map((operation, i) =>
      i === content.operations.length - 1 ? { ...operation, name } : operation,
    );
    yield { ...content, operations };
  }
  yield* changeEach(content, "operations", mutationsOf);
}

const OTHER_OPERATION: Sketch = {
  name: "foreign.other",
  operands: [],
  results: [],
  properties: {},
  regions: [],
  successors: [],
};

const TERMINATORS = [
  "scf.yield",
  "func.return",
  "scf.condition",
  "scf.reduce",
  "memref.atomic_yield",
  "memref.alloca_scope.return",
  "cf.br",
  "foreign.terminator",
];

type ListKey<T> = { [K in keyof T]: T[K] extends readonly unknown[] ? K : never }[keyof T];
type ElementOf<T> = T extends readonly (infer E)[] ? E : never;

/** Yields copies of an object in which one element of a list is replaced by a changed element. */
function* changeEach<T, K extends ListKey<T>>(
  object: T,
  key: K,
  changes: (element: ElementOf<T[K]>, index: number) => Iterable<ElementOf<T[K]>>,
): Iterable<T> {
  const list = object[key] as readonly ElementOf<T[K]>[];
  for (const [i, element] of list.entries())
    for (const changed of changes(element, i))
      if (changed !== element) yield { ...object, [key]: [...list.slice(0, i), changed, ...list.slice(i + 1)] };
}

/**
 * Yields copies of an object in which one element of a list is removed, repeated, added, or exchanged with the next
 * element.
 */
function* resizeEach<T, K extends ListKey<T>>(object: T, key: K, added: ElementOf<T[K]>): Iterable<T> {
  const list = object[key] as readonly ElementOf<T[K]>[];
  for (const i of list.keys()) {
    yield { ...object, [key]: [...list.slice(0, i), ...list.slice(i + 1)] };
    yield { ...object, [key]: [...list.slice(0, i + 1), ...list.slice(i)] };
    if (i + 1 < list.length && list[i] !== list[i + 1])
      yield { ...object, [key]: [...list.slice(0, i), list[i + 1]!, list[i]!, ...list.slice(i + 2)] };
  }
  yield { ...object, [key]: [...list, added] };
}
