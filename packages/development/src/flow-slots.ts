import type { FoldableWriter } from "./foldable-writer.ts";

/** Types of local memory, each with the type of its elements and with its shape. */
const SLOTS: readonly { readonly type: string; readonly element: string; readonly shape: readonly number[] }[] = [
  { type: "memref<i32>", element: "i32", shape: [] },
  { type: "memref<i1>", element: "i1", shape: [] },
  { type: "memref<1xf16>", element: "f16", shape: [1] },
  { type: "memref<3xi32>", element: "i32", shape: [3] },
  { type: "memref<2x2xf32>", element: "f32", shape: [2, 2] },
];

/** Allocates local memory, which is available until the end of the current region. */
export function allocateSlot(writer: FoldableWriter): void {
  const { type } = writer.random.pick(SLOTS);
  writer.op("memref.alloca", [], [], [type], "operandSegmentSizes = array<i32: 0, 0>");
}

/** Loads or stores an element of local memory, or uses the memory in a different way. */
export function useSlot(writer: FoldableWriter): void {
  const { random } = writer;
  const { type, element, shape } = random.pick(SLOTS);
  const slots = writer.visible(type);
  if (slots.length === 0) {
    allocateSlot(writer);
    return;
  }
  const slot = random.pick(slots);
  if (random.chance(0.02)) {
    writer.op("toy.use", [slot], [type], []);
    return;
  }
  const indices = shape.map((size) => {
    if (random.chance(0.04)) return writer.use("index");
    const place = random.below(random.chance(0.03) ? size + 1 : size);
    return writer.op("arith.constant", [], [], ["index"], `value = ${place} : index`)[0]!;
  });
  const types = shape.map(() => "index");
  if (random.chance(0.5)) writer.op("memref.load", [slot, ...indices], [type, ...types], [element]);
  else writer.op("memref.store", [writer.use(element), slot, ...indices], [element, type, ...types], []);
}
