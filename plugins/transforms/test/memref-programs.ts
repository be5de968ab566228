import type { Random } from "@passwright/development";

/* Programs with memref operations that can be simplified: fixed programs, and a generator of random programs. */

/** Programs whose operations change in place, or create constants, when an analysis folds them. */
export const changedByFolders: Readonly<Record<string, string>> = {
  "chains of casts": `func.func @casts(%a: memref<4xi32>) {
  %0 = memref.cast %a : memref<4xi32> to memref<?xi32>
  %1 = memref.cast %0 : memref<?xi32> to memref<4xi32>
  %2 = memref.cast %1 : memref<4xi32> to memref<?xi32>
  %3 = memref.cast %2 : memref<?xi32> to memref<4xi32>
  return
}`,
  "metadata in a loop": `func.func @metadata(%m: memref<4xf32>, %c: i1) -> index {
  %b, %o, %s, %t = memref.extract_strided_metadata %m : memref<4xf32> -> memref<f32>, index, index, index
  cf.br ^l(%s : index)
^l(%x: index):
  %y = arith.addi %x, %t : index
  cf.cond_br %c, ^l(%y : index), ^e(%o : index)
^e(%r: index):
  %z = arith.addi %r, %x : index
  return %z : index
}`,
};

/** Text of an unknown size, offset or stride. */
const UNKNOWN = "?";
type Size = number | typeof UNKNOWN;

interface Layout {
  readonly offset: Size;
  readonly strides: readonly Size[];
}

interface MemRef {
  readonly shape: readonly Size[];
  readonly layout?: Layout | undefined;
  readonly element: string;
  readonly space: string;
}

function times(a: Size, b: Size): Size {
  if (a === 0 || b === 0) return 0;
  return a === UNKNOWN || b === UNKNOWN ? UNKNOWN : a * b;
}

function plus(a: Size, b: Size): Size {
  return a === UNKNOWN || b === UNKNOWN ? UNKNOWN : a + b;
}

function layoutOf({ shape, layout }: MemRef): Layout {
  if (layout !== undefined) return layout;
  const strides: Size[] = [];
  let stride: Size = 1;
  for (const size of [...shape].reverse()) {
    strides.unshift(stride);
    stride = times(stride, size);
  }
  return { offset: 0, strides };
}

/**
 * Returns whether the layout of a type is the identity. As in MLIR, a strided layout is the identity only if the type
 * has one dimension.
 */
function isIdentity({ layout }: MemRef): boolean {
  return layout === undefined || (layout.offset === 0 && layout.strides.join() === "1");
}

function textOf({ shape, layout, element, space }: MemRef): string {
  const offset = layout === undefined || layout.offset === 0 ? "" : `, offset: ${layout.offset}`;
  const strided = layout === undefined ? "" : `, strided<[${layout.strides.join(", ")}]${offset}>`;
  return `memref<${[...shape, element].join("x")}${strided}${space}>`;
}

class Writer {
  readonly lines: string[] = [];
  readonly memory: { readonly name: string; readonly type: MemRef }[] = [];
  readonly indices: string[] = [];
  readonly #random: Random;
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  name(): string {
    return `%v${this.#count++}`;
  }

  pick(isFine: (type: MemRef) => boolean = () => true): Writer["memory"][number] | undefined {
    const fine = this.memory.filter(({ type }) => isFine(type));
    return fine.length === 0 ? undefined : this.#random.pick(fine.slice(-4));
  }

  line(text: string): void {
    this.lines.push(text);
  }

  define(type: MemRef, text: string): void {
    const name = this.name();
    this.line(`${name} = ${text}`);
    this.memory.push({ name, type });
  }

  index(): string {
    return this.#random.pick(this.indices);
  }

  /**
   * Writes a number as a static number, as a constant or as an unknown value. Returns the number, or `UNKNOWN` if the
   * number is not static, and the text of the operand.
   */
  mixed(value: number, isStatic: number): readonly [Size, string] {
    if (this.#random.chance(isStatic)) return [value, String(value)];
    return [UNKNOWN, this.#random.chance(0.5) ? this.constant(value) : this.index()];
  }

  constant(value: number): string {
    const name = this.name();
    this.line(`${name} = arith.constant ${value} : index`);
    return name;
  }

  list(values: readonly number[], isStatic = 0.5): { readonly sizes: readonly Size[]; readonly text: string } {
    const parts = values.map((value) => this.mixed(value, isStatic));
    return { sizes: parts.map(([size]) => size), text: `[${parts.map(([, text]) => text).join(", ")}]` };
  }
}

type Statement = (writer: Writer, random: Random) => void;

function subscripts(writer: Writer, { shape }: MemRef): string {
  return shape.map(() => writer.index()).join(", ");
}

const allocate: Statement = (writer, random) => {
  const rank = random.below(4);
  const shape: Size[] = [];
  const sizes: string[] = [];
  for (let i = 0; i < rank; i++) {
    const [size, text] = writer.mixed(random.pick([1, 1, 2, 4, 8]), 0.5);
    shape.push(size);
    if (size === UNKNOWN) sizes.push(text);
  }
  const type = { shape, element: random.pick(["f32", "i32"]), space: random.pick(["", "", ", 1"]) };
  const attributes = random.pick(["", "", " {alignment = 8 : i64}", " {foo}"]);
  writer.define(type, `memref.${random.pick(["alloc", "alloca"])}(${sizes.join(", ")})${attributes} : ${textOf(type)}`);
};

/** Writes a cast that replaces some known numbers of a type by unknown numbers, or unknown numbers by known numbers. */
const cast: Statement = (writer, random) => {
  const from = writer.pick();
  if (from === undefined) return;
  const change = (size: Size): Size =>
    random.chance(0.5) ? size : size === UNKNOWN ? random.pick([1, 4, UNKNOWN]) : UNKNOWN;
  const { type } = from;
  const layout = random.chance(0.4) ? layoutOf(type) : undefined;
  const to: MemRef = {
    ...type,
    shape: type.shape.map(change),
    layout: layout ? { offset: change(layout.offset), strides: layout.strides.map(change) } : type.layout,
  };
  if (random.chance(0.15)) {
    const unranked = `memref<*x${type.element}${type.space}>`;
    const name = writer.name();
    writer.line(`${name} = memref.cast ${from.name} : ${textOf(type)} to ${unranked}`);
    writer.define(to, `memref.cast ${name} : ${unranked} to ${textOf(to)}`);
    const rank = writer.name();
    writer.line(`${rank} = memref.rank ${name} : ${unranked}`);
    writer.indices.push(rank);
  } else if (textOf(to) !== textOf(type) || random.chance(0.2))
    writer.define(to, `memref.cast ${from.name} : ${textOf(type)} to ${textOf(to)}`);
};

const subview: Statement = (writer, random) => {
  const from = writer.pick();
  if (from === undefined) return;
  const { type } = from;
  const isTrivial = random.chance(0.25);
  const sizeOf = (size: Size): number => (size === UNKNOWN ? 4 : size);
  const picked = type.shape.map((size) => (isTrivial ? sizeOf(size) : random.pick([1, 1, sizeOf(size)])));
  const isStatic = random.pick([0.2, 0.6, 1]);
  const places = type.shape.map((size, i) => (picked[i]! < sizeOf(size) && !isTrivial ? random.below(2) : 0));
  const offsets = writer.list(places, isStatic);
  const sizes = writer.list(picked, isStatic);
  const strides = writer.list(
    type.shape.map((size, i) =>
      !isTrivial && places[i]! + 2 * (picked[i]! - 1) < sizeOf(size) ? random.pick([1, 2]) : 1,
    ),
    random.pick([0.5, 1]),
  );
  const layout = layoutOf(type);
  const all: MemRef = {
    ...type,
    shape: sizes.sizes,
    layout: {
      offset: offsets.sizes.reduce<Size>(
        (sum, offset, i) => plus(sum, times(offset, layout.strides[i]!)),
        layout.offset,
      ),
      strides: layout.strides.map((stride, i) => times(stride, strides.sizes[i]!)),
    },
  };
  const isDropped = all.shape.map((size) => size === 1 && random.chance(0.3));
  const isKept = (_: unknown, i: number): boolean => !isDropped[i]!;
  const to: MemRef = {
    ...all,
    shape: all.shape.filter(isKept),
    layout: { offset: all.layout!.offset, strides: all.layout!.strides.filter(isKept) },
  };
  const text = `${offsets.text} ${sizes.text} ${strides.text} : ${textOf(type)} to ${textOf(to)}`;
  writer.define(to, `memref.subview ${from.name}${text}`);
};

const reinterpretCast: Statement = (writer, random) => {
  const from = writer.pick();
  if (from === undefined) return;
  const { type } = from;
  const metadata = random.chance(0.4) ? metadataOf(writer, from) : undefined;
  const source = metadata?.base ?? from;
  let [offset, sizes, strides] = [
    writer.list([random.below(2)]),
    writer.list(type.shape.map(() => random.pick([1, 2, 4]))),
    writer.list(type.shape.map(() => random.pick([1, 4]))),
  ];
  if (metadata !== undefined && random.chance(0.7)) {
    const unknown = type.shape.map((): Size => UNKNOWN);
    const { names } = metadata;
    offset = { sizes: [UNKNOWN], text: `[${names[0]!}]` };
    sizes = { sizes: unknown, text: `[${names.slice(1, 1 + unknown.length).join(", ")}]` };
    strides = { sizes: unknown, text: `[${names.slice(1 + unknown.length).join(", ")}]` };
  }
  const to: MemRef = {
    ...type,
    shape: sizes.sizes,
    layout: { offset: offset.sizes[0]!, strides: strides.sizes },
  };
  const text = `to offset: ${offset.text}, sizes: ${sizes.text}, strides: ${strides.text}`;
  writer.define(to, `memref.reinterpret_cast ${source.name} ${text} : ${textOf(source.type)} to ${textOf(to)}`);
};

function metadataOf(
  writer: Writer,
  from: Writer["memory"][number],
): { readonly base: Writer["memory"][number]; readonly names: readonly string[] } {
  const rank = from.type.shape.length;
  const type: MemRef = { ...from.type, shape: [], layout: undefined };
  const base = writer.name();
  const names = Array.from({ length: 1 + 2 * rank }, () => writer.name());
  const types = [textOf(type), ...names.map(() => "index")];
  writer.line(
    `${[base, ...names].join(", ")} = memref.extract_strided_metadata ${from.name} : ${textOf(from.type)} -> ${types.join(", ")}`,
  );
  return { base: { name: base, type }, names };
}

const metadata: Statement = (writer) => {
  const from = writer.pick();
  if (from !== undefined) writer.indices.push(...metadataOf(writer, from).names);
};

const view: Statement = (writer, random) => {
  const source: MemRef = { shape: [random.pick([64, UNKNOWN])], element: "i8", space: "" };
  const name = writer.name();
  const size = source.shape[0] === UNKNOWN ? writer.index() : "";
  writer.line(`${name} = memref.alloc(${size}) : ${textOf(source)}`);
  const shape: Size[] = [];
  const sizes: string[] = [];
  for (let i = random.below(3); i > 0; i--) {
    const [known, text] = writer.mixed(4, 0.4);
    shape.push(known);
    if (known === UNKNOWN) sizes.push(text);
  }
  const isCast = random.chance(0.4);
  const viewed: MemRef = isCast ? { ...source, shape: [UNKNOWN] } : source;
  const from = isCast ? writer.name() : name;
  if (isCast) writer.line(`${from} = memref.cast ${name} : ${textOf(source)} to ${textOf(viewed)}`);
  const to: MemRef = random.chance(0.15)
    ? { ...viewed, shape: [64] }
    : { shape, element: random.pick(["f32", "i32"]), space: "" };
  const [shift] = [random.chance(0.5) ? writer.constant(random.below(2)) : writer.index()];
  writer.define(
    to,
    `memref.view ${from}[${shift}][${to.element === "i8" ? "" : sizes.join(", ")}] : ${textOf(viewed)} to ${textOf(to)}`,
  );
};

/** Divides the dimensions of a type with the given rank into groups of adjacent dimensions. */
function groupsOf(rank: number, random: Random): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (let i = 0; i < rank; i++)
    if (groups.length === 0 || random.chance(0.5)) groups.push([i]);
    else groups.at(-1)!.push(i);
  return groups;
}

function groupsText(groups: readonly (readonly number[])[]): string {
  return `[${groups.map((group) => `[${group.join(", ")}]`).join(", ")}]`;
}

const collapse: Statement = (writer, random) => {
  const from = writer.pick((type) => isIdentity(type) && type.shape.length > 0);
  if (from === undefined) return;
  const { shape } = from.type;
  const groups = shape.every((size) => size === 1) && random.chance(0.3) ? [] : groupsOf(shape.length, random);
  const to: MemRef = {
    ...from.type,
    layout: undefined,
    shape: groups.map((group) => group.reduce<Size>((size, index) => times(size, shape[index]!), 1)),
  };
  writer.define(
    to,
    `memref.collapse_shape ${from.name} ${groupsText(groups)} : ${textOf(from.type)} into ${textOf(to)}`,
  );
};

const expand: Statement = (writer, random) => {
  const from = writer.pick((type) => isIdentity(type) && type.shape.length < 4);
  if (from === undefined) return;
  const groups: number[][] = [];
  const shape: Size[] = [];
  const texts: string[] = [];
  for (const size of from.type.shape) {
    const parts: (readonly [Size, string])[] = [];
    if (size === UNKNOWN) {
      parts.push([UNKNOWN, random.chance(0.3) ? writer.constant(4) : writer.index()]);
      if (random.chance(0.5)) parts.push(writer.mixed(random.pick([1, 2]), 0.7));
      if (random.chance(0.5)) parts.reverse();
    } else if (random.chance(0.5)) {
      const factor = size % 2 === 0 && random.chance(0.5) ? 2 : 1;
      for (const part of [factor, size / factor]) parts.push([part, String(part)]);
    } else parts.push([size, String(size)]);
    groups.push(parts.map((_, i) => shape.length + i));
    for (const [part, text] of parts) {
      shape.push(part);
      texts.push(text);
    }
  }
  if (groups.length === 0) {
    shape.push(1, 1);
    texts.push("1", "1");
  }
  const to: MemRef = { ...from.type, layout: undefined, shape };
  writer.define(
    to,
    `memref.expand_shape ${from.name} ${groupsText(groups)} output_shape [${texts.join(", ")}] : ${textOf(from.type)} into ${textOf(to)}`,
  );
};

const transpose: Statement = (writer, random) => {
  const from = writer.pick((type) => type.shape.length === 2 && random.chance(0.5));
  if (from === undefined) return;
  const { offset, strides } = layoutOf(from.type);
  const [a, b] = from.type.shape as [Size, Size];
  const to: MemRef = { ...from.type, shape: [b, a], layout: { offset, strides: [strides[1]!, strides[0]!] } };
  writer.define(to, `memref.transpose ${from.name} (i, j) -> (j, i) : ${textOf(from.type)} to ${textOf(to)}`);
};

const dimension: Statement = (writer, random) => {
  const from = writer.pick((type) => type.shape.length > 0);
  if (from === undefined) return;
  const index = writer.constant(random.below(from.type.shape.length));
  const name = writer.name();
  writer.line(
    `${name} = memref.dim ${from.name}, ${random.chance(0.9) ? index : writer.index()} : ${textOf(from.type)}`,
  );
  writer.indices.push(name);
};

const reshape: Statement = (writer, random) => {
  const from = writer.pick(isIdentity);
  if (from === undefined) return;
  const rank = 1 + random.below(2);
  const shape = writer.name();
  const element = random.pick(["index", "i32"]);
  writer.line(`${shape} = memref.alloc() : memref<${rank}x${element}>`);
  writer.line(`"a.fill"(${shape}) : (memref<${rank}x${element}>) -> ()`);
  const to: MemRef = { ...from.type, layout: undefined, shape: Array.from({ length: rank }, () => UNKNOWN) };
  writer.define(
    to,
    `memref.reshape ${from.name}(${shape}) : (${textOf(from.type)}, memref<${rank}x${element}>) -> ${textOf(to)}`,
  );
};

const access: Statement = (writer, random) => {
  const from = writer.pick();
  if (from === undefined) return;
  const { type } = from;
  const place = `${from.name}[${subscripts(writer, type)}]`;
  const name = writer.name();
  writer.line(`${name} = memref.load ${place} : ${textOf(type)}`);
  if (random.chance(0.5)) writer.line(`memref.store ${name}, ${place} : ${textOf(type)}`);
  else writer.line(`"a.use"(${name}) : (${type.element}) -> ()`);
};

const copy: Statement = (writer) => {
  const from = writer.pick();
  const to = writer.pick((type) => from !== undefined && type.element === from.type.element);
  if (from === undefined || to === undefined || from.type.shape.length !== to.type.shape.length) return;
  const isFine = from.type.shape.every((size, i) => size === UNKNOWN || [size, UNKNOWN].includes(to.type.shape[i]!));
  if (isFine) writer.line(`memref.copy ${from.name}, ${to.name} : ${textOf(from.type)} to ${textOf(to.type)}`);
};

const spaceCast: Statement = (writer, random) => {
  const from = writer.pick();
  if (from === undefined) return;
  const to = { ...from.type, space: random.pick(["", ", 1", ", 2"]) };
  writer.define(to, `memref.memory_space_cast ${from.name} : ${textOf(from.type)} to ${textOf(to)}`);
};

const assume: Statement = (writer, random) => {
  const from = writer.pick();
  if (from === undefined) return;
  writer.define(from.type, `memref.assume_alignment ${from.name}, ${random.pick([8, 16])} : ${textOf(from.type)}`);
};

const use: Statement = (writer) => {
  const from = writer.pick();
  if (from === undefined) return;
  writer.line(`"a.use"(${from.name}, ${writer.index()}) : (${textOf(from.type)}, index) -> ()`);
};

const scope: Statement = (writer, random) => {
  const [memory, indices] = [writer.memory.length, writer.indices.length];
  const kind = random.below(3);
  if (kind === 0) writer.line(`scf.if %cond {`);
  if (kind === 1) writer.line(`scf.for %iv${writer.lines.length} = %c0 to %n step %c1 {`);
  writer.line("memref.alloca_scope {");
  for (let i = random.below(5); i > 0; i--) random.pick(STATEMENTS)(writer, random);
  writer.line("}");
  if (kind < 2) writer.line("}");
  writer.memory.length = memory;
  writer.indices.length = indices;
};

const STATEMENTS: readonly Statement[] = [
  allocate,
  allocate,
  cast,
  cast,
  cast,
  subview,
  subview,
  subview,
  reinterpretCast,
  metadata,
  view,
  collapse,
  collapse,
  expand,
  expand,
  transpose,
  dimension,
  dimension,
  reshape,
  access,
  copy,
  spaceCast,
  assume,
  use,
];

/** Returns a random program. The same seed always gives the same program. */
export function memrefProgram(random: Random): string {
  const writer = new Writer(random);
  const inputs: MemRef[] = [
    { shape: [8, 4], element: "f32", space: "" },
    { shape: [UNKNOWN, 4, UNKNOWN], element: "f32", space: "" },
    { shape: [1, UNKNOWN], layout: { offset: UNKNOWN, strides: [4, 1] }, element: "i32", space: "" },
  ];
  inputs.forEach((type, i) => writer.memory.push({ name: `%m${i}`, type }));
  writer.indices.push("%n", "%k", "%c0", "%c1");
  const count = 4 + random.below(10);
  for (let i = 0; i < count; i++) (random.chance(0.06) ? scope : random.pick(STATEMENTS))(writer, random);
  for (let i = 0; i < 3; i++) use(writer, random);
  const header = inputs.map((type, i) => `%m${i}: ${textOf(type)}`).join(", ");
  return `func.func @f(${header}, %n: index, %k: index, %cond: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  ${writer.lines.join("\n  ")}
  return
}
`;
}
