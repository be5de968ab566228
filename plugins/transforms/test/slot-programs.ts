import { Random } from "@passwright/development";

/* Generates random functions whose blocks access local memory. Many blocks are merge points or unreachable. */

const TYPES = ["memref<i32>", "memref<1xi32>", "memref<2xi32>", "memref<2x3xi32>"];

/** Writes a random function in which branches pass values to block arguments. */
export function writeSlotProgram(seed: number): string {
  const random = new Random(seed);
  const lines: string[] = ["func.func @f(%a: i32, %c: i1, %i: index) -> i32 {"];
  for (let i = 0; i < 3; i++) lines.push(`%i${i} = arith.constant ${i} : index`);
  let count = 0;
  const next = (): string => `%v${count++}`;
  const pointers = Array.from({ length: 1 + random.below(4) }, (_, i) => ({
    name: `%m${i}`,
    type: random.pick(TYPES),
  }));
  for (const { name, type } of pointers) lines.push(`${name} = memref.alloca() : ${type}`);
  const blocks = 1 + random.below(8);
  // Blocks do not use values that other blocks define, so that a branch to any block is valid.
  let values = ["%a"];
  const access = (indent: string): void => {
    const { name, type } = random.pick(pointers);
    const rank = type.split("x").length - 1;
    const dimensions = rank === 0 ? [] : type.slice(7).split("x").slice(0, -1).map(Number);
    const indices = dimensions.map((size) => (random.chance(0.03) ? "%i" : `%i${random.below(size)}`)).join(", ");
    if (random.chance(0.5)) lines.push(`${indent}memref.store ${random.pick(values)}, ${name}[${indices}] : ${type}`);
    else {
      const value = next();
      lines.push(`${indent}${value} = memref.load ${name}[${indices}] : ${type}`);
      values.push(value);
    }
  };
  for (let block = 0; block < blocks; block++) {
    if (block > 0) {
      const value = next();
      values = ["%a", value];
      lines.push(`^b${block}(${value}: i32):`);
    }
    for (let i = random.below(5); i > 0; i--) access("  ");
    if (random.chance(0.05)) {
      const outer = values;
      values = [...outer];
      lines.push("  scf.if %c {");
      access("    ");
      lines.push("  }");
      values = outer;
    }
    const target = (): string => `^b${1 + random.below(blocks - 1)}(${random.pick(values)} : i32)`;
    const kind = blocks === 1 ? 0 : random.below(8);
    if (kind === 0) lines.push(`  return ${random.pick(values)} : i32`);
    else if (kind < 3) lines.push(`  cf.br ${target()}`);
    else if (kind < 7) lines.push(`  cf.cond_br %c, ${target()}, ${target()}`);
    else lines.push(`  cf.switch %a : i32, [default: ${target()}, 1: ${target()}, 2: ${target()}]`);
  }
  return `${lines.join("\n")}\n}\n`;
}
