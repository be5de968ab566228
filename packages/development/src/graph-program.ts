import { Random } from "./random.ts";

/**
 * Returns a module in which operations, including operations in nested regions, use results of earlier and later
 * operations. Uses can form cycles. Needs --allow-unregistered-dialect.
 */
export function generateGraphProgram(seed: number): string {
  const random = new Random(seed);
  const count = 2 + random.below(14);
  let next = count;
  const someUses = (): string => {
    const names = Array.from({ length: random.below(3) }, () => `%${random.below(count)}`);
    return `(${names.join(", ")}) {%} : (${names.map(() => "i32").join(", ")})`;
  };
  const contents = (depth: number): string => {
    const lines = Array.from({ length: 1 + random.below(3) }, () => operation(`%${next++}`, depth));
    return `({\n${lines.join("\n")}\n})`;
  };
  const operation = (name: string, depth: number): string => {
    const uses = someUses();
    if (depth < 3 && random.chance(0.25)) return `${name} = ${quoted(uses, "toy.region", contents(depth + 1))} -> i32`;
    if (random.chance(0.1)) return `${name} = arith.constant ${random.below(9)} : i32`;
    return `${name} = ${quoted(uses, "toy.op", "")} -> i32`;
  };
  const quoted = (uses: string, op: string, regions: string): string =>
    `"${op}"${uses.replace(" {%}", regions === "" ? "" : ` ${regions}`)}`;
  const operations = Array.from({ length: count }, (_, i) => operation(`%${i}`, 0));
  if (random.chance(0.5)) operations.push("func.func private @f()");
  if (random.chance(0.4))
    operations.push(`module {\n%m0 = "toy.op"(%m1) : (i32) -> i32\n%m1 = arith.constant 1 : i32\n}`);
  return `module {\n${random.shuffled(operations).join("\n")}\n}\n`;
}
