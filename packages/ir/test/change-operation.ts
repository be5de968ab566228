import { Random } from "@passwright/development";

const TYPES =
  "i1 i8 i32 i64 index f32 none vector<4xi32> vector<4xf32> tensor<4xf32> tensor<?xi32> memref<4xi32>".split(" ");

/**
 * Changes one operation of a text in generic form so that it violates its definition but still parses: changes a type,
 * adds or removes an operand, or removes or changes an attribute. The same seed gives the same text.
 */
export function changeOperation(text: string, seed: number): string {
  const random = new Random(seed);
  const lines = text.split("\n");
  const places = lines.flatMap((line, i) => (/^ +(%[^=]*= )?"(?!func\.)/.test(line) ? [i] : []));
  if (places.length === 0) return text;
  const at = random.pick(places);
  const change = random.pick([
    otherResult,
    noFirstAttribute,
    noAttributes,
    otherNumber,
    lessOperands,
    moreOperands,
    otherOperand,
  ]);
  lines[at] = change(lines[at]!, random.pick(TYPES));
  return lines.join("\n");
}

function otherResult(line: string, type: string): string {
  return line.replace(/-> .*$/, (results) => results.replace(/\b(i\d+|f\d+|index)\b/, type));
}

function noFirstAttribute(line: string): string {
  return line.replace(/<\{[a-zA-Z_]+ = [^,}]*,? ?/, "<{");
}

function noAttributes(line: string): string {
  return line.replace(/ <\{[^}]*\}>/, "");
}

function otherNumber(line: string): string {
  return line.replace(/= -?\d+ : i(\d+)/, "= 99 : i$1");
}

function lessOperands(line: string): string {
  return changeLists(line, (list) => list.slice(0, -1));
}

function moreOperands(line: string): string {
  return changeLists(line, (list) => (list[0] === undefined ? list : [...list, list[0]]));
}

/** Changes the operands and, if they are on the same line, their types. */
function changeLists(line: string, change: (list: readonly string[]) => readonly string[]): string {
  const changed = (list: string): string => change(list === "" ? [] : list.split(", ")).join(", ");
  return line
    .replace(/"\(([^)]*)\)/, (_, list: string) => `"(${changed(list)})`)
    .replace(/: \(([^)]*)\) ->/, (_, list: string) => `: (${changed(list)}) ->`);
}

function otherOperand(line: string, type: string): string {
  const operand = /"\((%[\w#]+)/.exec(line)?.[1];
  const old = /: \(([^,)]*)/.exec(line)?.[1];
  if (operand === undefined || old === undefined) return line;
  return `"test.value"() : () -> ()\n%zz = "test.value"() : () -> ${type}\n${line.replace(operand, "%zz").replace(`: (${old}`, `: (${type}`)}`;
}
