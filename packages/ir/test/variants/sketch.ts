/** Operation in generic form, in parts that can be changed one by one. */
export interface Sketch {
  readonly name: string;
  /** Types of the operands. `index=4` is an operand that is the constant 4. */
  readonly operands: readonly string[];
  readonly results: readonly string[];
  readonly properties: Readonly<Record<string, string>>;
  readonly regions: readonly (readonly SketchBlock[])[];
  /** Numbers of the successor blocks in the region that contains the operation. */
  readonly successors: readonly number[];
  /** Whether the operation only encloses the tested operation. */
  readonly isFrame?: boolean;
}

export interface SketchBlock {
  readonly arguments: readonly string[];
  readonly operations: readonly Sketch[];
}

/** Makes an operation from a table. Parts that the table omits are empty. */
export function sketch(
  name: string,
  operands: readonly string[] = [],
  results: readonly string[] = [],
  rest: Partial<Omit<Sketch, "name" | "operands" | "results">> = {},
): Sketch {
  return { name, operands, results, properties: {}, regions: [], successors: [], ...rest };
}

export function block(args: readonly string[], ...operations: readonly Sketch[]): SketchBlock {
  return { arguments: args, operations };
}

/** Returns the text of an operation. A separate operation defines each operand. */
export function render(operation: Sketch): string {
  const lines: string[] = [];
  const names = { values: 0, blocks: 0 };
  renderOperation(operation, [], names, lines);
  return `${lines.join("\n")}\n`;
}

interface Names {
  values: number;
  blocks: number;
}

function renderOperation(operation: Sketch, blocks: readonly string[], names: Names, lines: string[]): void {
  const { name, operands, results, properties, regions, successors } = operation;
  const types = operands.map((operand) => operand.split("=")[0]!);
  const values = operands.map((operand) => {
    const [type, value] = operand.split("=");
    const defined = `%v${names.values++}`;
    lines.push(
      value === undefined
        ? `${defined} = "ub.poison"() <{value = #ub.poison}> : () -> ${resultList([type!])}`
        : `${defined} = "arith.constant"() <{value = ${value} : ${type!}}> : () -> ${type!}`,
    );
    return defined;
  });
  const dictionary = Object.entries(properties).map(([key, value]) => (value === "unit" ? key : `${key} = ${value}`));
  const targets = successors.map((number) => blocks[number] ?? `^missing${number}`);
  let line = results.length === 0 ? "" : `%v${names.values++}:${results.length} = `;
  line += `"${name}"(${values.join(", ")})`;
  if (targets.length > 0) line += `[${targets.join(", ")}]`;
  if (dictionary.length > 0) line += ` <{${dictionary.join(", ")}}>`;
  const signature = ` : (${types.join(", ")}) -> ${resultList(results)}`;
  if (regions.length === 0) {
    lines.push(line + signature);
    return;
  }
  lines.push(`${line} (`);
  regions.forEach((region, i) => {
    lines.push(i === 0 ? "{" : ", {");
    const labels = region.map(() => `^bb${names.blocks++}`);
    region.forEach((content, k) => {
      const args = content.arguments.map((type) => `%v${names.values++}: ${type}`);
      lines.push(`${labels[k]!}${args.length === 0 ? "" : `(${args.join(", ")})`}:`);
      for (const inner of content.operations) renderOperation(inner, labels, names, lines);
    });
    lines.push("}");
  });
  lines.push(`)${signature}`);
}

function resultList(types: readonly string[]): string {
  return types.length === 1 && !types[0]!.startsWith("(") ? types[0]! : `(${types.join(", ")})`;
}

/** Returns a module with a function that contains operations or blocks, and with the symbols to which they refer. */
export function inFunction(...content: readonly (Sketch | SketchBlock)[]): Sketch {
  const isBlocks = "operations" in content[0]!;
  const blocks = isBlocks
    ? (content as readonly SketchBlock[])
    : [block([], ...(content as readonly Sketch[]), FRAME_END)];
  const body = sketch("func.func", [], [], {
    properties: {
      function_type: `(${blocks[0]!.arguments.join(", ")}) -> ()`,
      sym_name: '"test"',
    },
    regions: [blocks],
    isFrame: !isBlocks,
  });
  return inModule(...SYMBOLS, body);
}

export function inModule(...operations: readonly Sketch[]): Sketch {
  return sketch("builtin.module", [], [], { regions: [[block([], ...operations)]], isFrame: true });
}

const FRAME_END = sketch("func.return", [], [], { isFrame: true });

const SYMBOLS = [
  sketch("func.func", [], [], {
    properties: { function_type: "(i32, f32) -> (i32, f32)", sym_name: '"callee"', sym_visibility: '"private"' },
    regions: [[]],
    isFrame: true,
  }),
  sketch("memref.global", [], [], {
    isFrame: true,
    properties: { sym_name: '"global"', type: "memref<2x3xf32>", initial_value: "unit" },
  }),
];
