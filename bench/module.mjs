import { Random } from "@passwright/development";

const binary = ["addi", "subi", "muli", "andi", "ori", "xori"];
const withOverflow = new Set(["addi", "subi", "muli"]);
const operationsPerFunction = 20;

/**
 * Returns a module of many small functions in generic form, as mlir-opt prints it. Each function has twenty arith
 * operations: a quarter of the operations repeat earlier operations, and most other operations are dead. Every tenth
 * function has a branch. The same size always gives the same text.
 */
export function generateModule(megabytes) {
  const random = new Random(1);
  const chunks = ['"builtin.module"() ({\n'];
  let length = 0;
  let id = 0;
  for (let index = 0; length < megabytes * 1e6; index++) {
    const text = generateFunction(index, id, random);
    id += 2 * operationsPerFunction;
    length += text.length;
    chunks.push(text);
  }
  chunks.push("}) : () -> ()\n");
  return chunks.join("");
}

function generateFunction(index, firstId, random) {
  const argument = `%arg${index}`;
  const values = [`${argument}_0`, `${argument}_1`];
  const written = [];
  let text =
    `  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "f${index}"}> ({\n` +
    `  ^bb0(${values[0]}: i32, ${values[1]}: i32):\n`;
  for (let i = 0; i < operationsPerFunction; i++) {
    if (index % 10 === 0 && i === operationsPerFunction >> 1)
      text += branch(firstId + operationsPerFunction + i, values);
    const body =
      written.length > 0 && random.next() < 0.25 ? written[random.below(written.length)] : operation(values, random);
    written.push(body);
    values.push(`%${firstId + i}`);
    text += `    %${firstId + i} = ${body}\n`;
  }
  return `${text}    "func.return"(${values.at(-1)}) : (i32) -> ()\n  }) : () -> ()\n`;
}

function operation(values, random) {
  if (random.next() < 0.15) return `"arith.constant"() <{value = ${random.below(8)} : i32}> : () -> i32`;
  const name = binary[random.below(binary.length)];
  const operands = `${recent(values, random)}, ${recent(values, random)}`;
  const flags = withOverflow.has(name) ? " <{overflowFlags = #arith.overflow<none>}>" : "";
  return `"arith.${name}"(${operands})${flags} : (i32, i32) -> i32`;
}

function branch(id, values) {
  const [last] = values.slice(-1);
  return (
    `    %${id} = "arith.cmpi"(${last}, ${values[0]}) <{predicate = 2 : i64}> : (i32, i32) -> i1\n` +
    `    "cf.cond_br"(%${id})[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()\n` +
    `  ^bb1:  // pred: ^bb0\n    "cf.br"()[^bb2] : () -> ()\n  ^bb2:  // 2 preds: ^bb0, ^bb1\n`
  );
}

function recent(values, random) {
  return values[Math.max(0, values.length - 1 - random.below(8))];
}
