import type { Random } from "@passwright/development";

/**
 * Small constants for bounds and steps of loops. Loops also use constants near the ends of the type's range, and values
 * that are not constant.
 */
const NUMBERS: readonly bigint[] = [0n, 0n, 1n, 1n, -1n, 2n, 3n, 4n, 5n, 7n, 10n];
const EXTREMES: readonly number[] = [8, 32, 64];

/**
 * Returns a function with loops over integers and indices. The number of iterations of a loop is zero, one, large,
 * unknown or infinite.
 */
export function loopProgram(random: Random): string {
  const lines: string[] = [];
  let next = 0;
  const constant = (type: string, value: bigint): string => {
    const name = `%c${next++}`;
    lines.push(`${name} = "arith.constant"() <{value = ${value} : ${type}}> : () -> ${type}`);
    return name;
  };
  const number = (type: string): bigint => {
    const width = type === "index" ? 64 : Number(type.slice(1));
    const [low, high] = [-(2n ** BigInt(width - 1)), 2n ** BigInt(width - 1) - 1n];
    // Does not use `low`, because in `scf.forall` the smallest integer represents an operand that is not constant.
    return random.chance(0.75) ? BigInt.asIntN(width, random.pick(NUMBERS)) : random.pick([low + 1n, high, low + 2n]);
  };
  const value = (type: string): string => {
    if (random.chance(0.7)) return constant(type, number(type));
    const unknown = `%${type}${random.pick(["x", "y"])}`;
    if (random.chance(0.6)) return unknown;
    const name = `%c${next++}`;
    const other = random.chance(0.7) ? constant(type, number(type)) : unknown;
    const flags = random.pick(["", "", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"]);
    const operation = random.pick(["addi", "addi", "subi"]);
    lines.push(`${name} = arith.${operation} ${unknown}, ${other}${flags} : ${type}`);
    return name;
  };
  const bound = (): string => (random.chance(0.5) ? String(number("index")) : value("index"));
  const writers: readonly (readonly [number, () => void])[] = [
    [3, writeFor],
    [3, writeForall],
    [2, writeParallel],
  ];

  function writeFor(): void {
    const type = random.pick(["index", ...EXTREMES.map((width) => `i${width}`)]);
    const [low, high, step] = [value(type), value(type), value(type)];
    const unsigned = random.chance(0.3) ? "unsigned " : "";
    const suffix = type === "index" ? "" : ` : ${type}`;
    const range = `${unsigned}%i = ${low} to ${high} step ${step}`;
    if (random.chance(0.5)) {
      lines.push(`scf.for ${range}${suffix} {\n"t.body"(%i) : (${type}) -> ()\n}`);
      return;
    }
    const yielded = random.pick(["%a", "%i32x", "%b"]);
    const body = yielded === "%b" || random.chance(0.5) ? '%b = "t.next"(%a) : (i32) -> i32\n' : "";
    const result = `%r${next++}`;
    lines.push(
      `${result} = scf.for ${range} iter_args(%a = %i32y) -> (i32)${suffix} {\n${body}scf.yield ${yielded} : i32\n}`,
      `"t.use"(${result}) : (i32) -> ()`,
    );
  }

  function writeForall(): void {
    const rank = random.between(1, 3);
    const dimensions = Array.from({ length: rank }, () => ({ low: bound(), high: bound(), step: bound() }));
    const list = (key: "low" | "high" | "step"): string => dimensions.map((dimension) => dimension[key]).join(", ");
    const ivs = dimensions.map((_, i) => `%i${i}`).join(", ");
    const types = dimensions.map(() => "index").join(", ");
    const range = random.chance(0.2)
      ? `in (${list("high")})`
      : `= (${list("low")}) to (${list("high")}) step (${list("step")})`;
    const mapping = random.chance(0.15)
      ? ` {mapping = [${dimensions.map((_, i) => `#gpu.thread<${"xyz"[i]}>`).join(", ")}]}`
      : "";
    lines.push(`scf.forall (${ivs}) ${range} {\n"t.body"(${ivs}) : (${types}) -> ()\n}${mapping}`);
  }

  function writeParallel(): void {
    const rank = random.between(1, 3);
    // Uses only positive constant steps, because other steps are invalid.
    const step = (): string => (random.chance(0.6) ? constant("index", random.pick([1n, 2n, 4n, 7n])) : "%indexx");
    const dimensions = Array.from({ length: rank }, () => ({
      low: value("index"),
      high: value("index"),
      step: step(),
    }));
    const list = (key: "low" | "high" | "step"): string => dimensions.map((dimension) => dimension[key]).join(", ");
    const ivs = dimensions.map((_, i) => `%i${i}`).join(", ");
    const types = dimensions.map(() => "index").join(", ");
    const range = `(${ivs}) = (${list("low")}) to (${list("high")}) step (${list("step")})`;
    lines.push(
      `scf.parallel ${range} {\n"t.body"(${ivs}) : (${types}) -> ()\nmemref.store %i32x, %m[%i0] : memref<?xi32>\n}`,
    );
  }

  for (let i = 0; i < 6; i++) random.pickWeighted(writers)();
  const parameters = ["index", "i8", "i32", "i64"].flatMap((type) => [`%${type}x: ${type}`, `%${type}y: ${type}`]);
  return `func.func @f(${parameters.join(", ")}, %m: memref<?xi32>) {\n${lines.join("\n")}\nreturn\n}\n`;
}
