/**
 * Returns a function with two arguments of a type. The function uses every result `%0`, `%1` and so on that `lines`
 * define. The results must have the same type as the arguments.
 */
export function inFunction(type: string, lines: readonly string[]): string {
  const names = lines.flatMap((line) => /^%\d+/.exec(line) ?? []);
  return `"builtin.module"() ({
    "func.func"() <{function_type = (${type}, ${type}) -> (), sym_name = "f"}> ({
    ^bb0(%a: ${type}, %b: ${type}):
      ${lines.join("\n      ")}
      "toy.use"(${names.join(", ")}) : (${names.map(() => type).join(", ")}) -> ()
      "func.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()`;
}

function defaultProperties(name: string): string {
  return name.endsWith("f") ? " <{fastmath = #arith.fastmath<none>}>" : "";
}

/** Returns an operation whose two operands and result have the same type. */
export function binary(name: string, left: string, right: string, type: string, properties?: string): string {
  return `"arith.${name}"(${left}, ${right})${properties ?? defaultProperties(name)} : (${type}, ${type}) -> ${type}`;
}

export const splat = (value: string): string => `dense<${value}>`;

/**
 * Returns a function that contains each operation with each pair of operands. The operands are the arguments of the
 * function, and constants with the given values.
 */
export function allPairs(
  names: readonly string[],
  type: string,
  values: readonly string[],
  properties: (name: string) => string = defaultProperties,
): string {
  const constants = values.map((value, i) =>
    `%c${i} = "arith.constant"() <{value = ${value} : ${type}}> : () -> ${type}`.replaceAll(/(true|false) : i1/g, "$1"),
  );
  const operands = ["%a", "%b", ...values.map((_, i) => `%c${i}`)];
  const pairs = operands.flatMap((left) => operands.map((right) => [left, right] as const));
  const lines = names.flatMap((name) =>
    pairs.map(([left, right]) => binary(name, left, right, type, properties(name))),
  );
  return inFunction(type, [...constants, ...lines.map((line, i) => `%${i} = ${line}`)]);
}
