import type { Random } from "@passwright/development";

const OPTIONS: { readonly [pass: string]: readonly string[] } = {
  cse: [],
  "symbol-dce": [],
  canonicalize: [
    "disable-patterns",
    "enable-patterns",
    "max-iterations",
    "max-num-rewrites",
    "region-simplify",
    "test-convergence",
    "top-down",
  ],
  "test-options-pass": ["enum", "list", "string", "string-list"],
};

const VALUES: { readonly [option: string]: readonly string[] } = {
  "region-simplify": ["disabled", "normal", "aggressive", "", "Normal"],
  enum: ["zero", "one", "two", "", "three"],
  "test-convergence": ["0", "1", "true", "FALSE", "", "yes"],
  "top-down": ["0", "False", "TRUE", "no"],
  "max-iterations": ["0", "-5", "0x10", "010", "09", "99999999999", "x"],
  "max-num-rewrites": ["-1", "7", "0b101", "0o17", "{3}"],
  list: [
    "1",
    "1,2",
    "{1,2}",
    "{{1},{2}}",
    '"1","2"',
    "{}",
    "",
    '""',
    "-0x10,010",
    "2147483648",
    "1,,2",
    "[1]",
    "{1, 2}",
  ],
};

const BITS = [
  "a",
  "b",
  "1",
  " ",
  ",",
  "=",
  '"',
  "'",
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  "{a b}",
  '"a b"',
  "'c,d'",
  "\t",
  "x",
];

/** Returns a text of a few characters that have a special meaning for the parser, often in pairs. */
function freeText(random: Random): string {
  const bits = Array.from({ length: random.between(0, 5) }, () => random.pick(BITS)).join("");
  return random.pickWeighted<() => string>([
    [4, () => bits.replace(/[ {}()]/g, "")],
    [2, () => `{${bits.replace(/[{}]/g, "")}}`],
    [1, () => `"${bits.replace(/["{}]/g, "")}"`],
    [1, () => `'${bits.replace(/[{}]/g, "")}'`],
    [2, () => bits.replace(/[{}]/g, "")],
    [1, () => bits],
  ])();
}

function optionText(random: Random, pass: string): string {
  const known = OPTIONS[pass] ?? [];
  const key = known.length > 0 && random.chance(0.95) ? random.pick(known) : random.pick(["foo", "", "'list'", "a b"]);
  if (random.chance(0.08)) return key;
  const values = VALUES[key];
  return `${key}=${values !== undefined && random.chance(0.8) ? random.pick(values) : freeText(random)}`;
}

function space(random: Random): string {
  return random.chance(0.85) ? "" : random.pick([" ", "  ", "\n", "\t", " \n "]);
}

function passText(random: Random, anchor: string): string {
  const fitting =
    anchor === "func.func" || anchor === "any" ? Object.keys(OPTIONS) : ["cse", "canonicalize", "symbol-dce"];
  const pass = random.chance(0.95) ? random.pick(fitting) : random.pick(["nope", "", "test-options-pass", "cse cse"]);
  const count = random.chance(0.3) ? 0 : random.between(0, 3);
  if (count === 0 && random.chance(0.8)) return pass;
  const options = Array.from({ length: count }, () => optionText(random, pass)).join(random.chance(0.9) ? " " : ",");
  return `${pass}${space(random)}{${space(random)}${options}${space(random)}}`;
}

function managerText(random: Random, anchor: string, depth: number): string {
  const elements = Array.from({ length: random.between(depth === 0 ? 0 : 1, 3) }, () => {
    const inner = random.pick(["func.func", "any", "builtin.module", "func.func", "toy.op", "cse"]);
    const text = depth < 3 && random.chance(0.4) ? managerText(random, inner, depth + 1) : passText(random, anchor);
    return space(random) + text + space(random);
  });
  return `${anchor}${space(random)}(${elements.join(",")})`;
}

function breakText(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const char = random.pick(["(", ")", "{", "}", ",", "=", " ", '"', "'"]);
  return random.pick([text.slice(0, at) + char + text.slice(at), text.slice(0, at) + text.slice(at + 1)]);
}

/** Returns a textual pipeline with the passes of `makeMlirRegistry`. Some texts are invalid. */
export function randomPipelineText(random: Random): string {
  const anchor = random.pickWeighted([
    [8, "builtin.module"],
    [3, "any"],
    [3, "func.func"],
    [1, "toy.op"],
  ] as const);
  const text = space(random) + managerText(random, anchor, 0) + space(random);
  return random.chance(0.3) ? breakText(random, text) : text;
}
