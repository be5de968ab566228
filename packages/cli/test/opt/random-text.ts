import type { OptionSpec, OptionSpecs } from "@passwright/core";
import type { Random } from "@passwright/development";

/** Parts of a pass or named pipeline that random texts use. */
export interface Known {
  readonly name: string;
  readonly anchor: string | undefined;
  readonly options: OptionSpecs;
}

const ANCHORS = ["builtin.module", "func.func", "any", "func.func", "builtin.module", "scf.if", "gpu.module", "cse"];

/** Texts of values: valid and invalid, with and without quotes. */
const VALUES: { readonly [K in OptionSpec<unknown>["kind"]]: readonly string[] } = {
  bool: ["0", "1", "true", "FALSE", "True", "yes", "", "{true}", "2"],
  int: ["0", "7", "-1", "0x10", "010", "09", "0b11", "99999999999", "x", "", "{3}", "'4'", " 1", "1 ", "+1", "1.5"],
  float: ["0", "1.5", "-2e3", "x", ""],
  code: ["x", ""],
  union: ["x", ""],
  record: ["x", "", "{}", '{{"a":1}}'],
  enum: ["zero", "one", "two", "normal", "disabled", "aggressive", "x", "", "{one}"],
  string: [
    "a",
    "a b",
    "{a b}",
    '"a b"',
    "'c,d'",
    "",
    "{}",
    '""',
    "a=b",
    'x"y z"',
    "{x}{y}",
    "a,b",
    "é",
    "(",
    "[a",
    "\\n",
  ],
  pipeline: [
    "cse",
    "",
    "cse,symbol-dce",
    "func.func(cse)",
    "nope",
    "canonicalize{top-down=0}",
    "any(cse,nope)",
    "any(cse",
    "{any(cse)}",
  ],
  list: [
    "1",
    "1,2",
    "{1,2}",
    "{{1},{2}}",
    '"1","2"',
    "{}",
    "",
    '""',
    "1,,2",
    "[1]",
    "{1, 2}",
    "a,b",
    "{a b},c",
    "x(1,2),y",
  ],
  table: ["{list=1}", "{}", "{enum=one string=x}", "{enum=bad}", "{foo=1}"],
};

/** Special characters of pipelines, and some other characters. */
const PIECES = ["(", ")", "{", "}", ",", "=", '"', "'", " ", "\n", "\t", "[", "]", "-", "x", "{}", "()", ",,", "any("];

export class RandomText {
  readonly #random: Random;
  readonly #known: readonly Known[];

  constructor(random: Random, known: readonly Known[]) {
    this.#random = random;
    this.#known = known;
  }

  /**
   * Returns a value of `--pass-pipeline`, which is usually plausible, and sometimes has a few characters too many or
   * too few.
   */
  pipeline(): string {
    const random = this.#random;
    const anchor = random.chance(0.8) ? "builtin.module" : random.pick(ANCHORS);
    const text = `${anchor}(${this.#elements(anchor, 0)})`;
    return random.chance(0.35) ? this.#damage(text) : text;
  }

  /** Returns the text after `--NAME=`, or an empty text. */
  flag(): string {
    const known = this.#random.pick(this.#known);
    const options = this.#options(known);
    return `--${known.name}${options === "" && this.#random.chance(0.9) ? "" : `=${options}`}`;
  }

  #elements(anchor: string, depth: number): string {
    const count = this.#random.between(depth === 0 ? 0 : 1, 3);
    return Array.from({ length: count }, () => this.#element(anchor, depth)).join(
      this.#random.chance(0.1) ? " ,\n" : ",",
    );
  }

  #element(anchor: string, depth: number): string {
    const random = this.#random;
    if (depth < 3 && random.chance(0.35)) {
      const inner = random.pick(ANCHORS);
      return `${inner}(${this.#elements(inner, depth + 1)})`;
    }
    if (random.chance(0.04)) return random.pick(["nope", "", "func.func", '"cse"', "cse canonicalize", "Cse"]);
    const fitting = this.#known.filter((one) => one.anchor === undefined || one.anchor === anchor);
    const known = random.pick(random.chance(0.9) && fitting.length > 0 ? fitting : this.#known);
    const options = this.#options(known);
    return options === "" && random.chance(0.9) ? known.name : `${known.name}{${options}}`;
  }

  #options({ options }: Known): string {
    const random = this.#random;
    const names = Object.keys(options);
    if (random.chance(0.5)) return random.chance(0.06) ? random.pick(["x=1", "foo", "=1", " ", "--list=1"]) : "";
    const chosen = names.filter(() => random.chance(0.5));
    if (random.chance(0.1) && chosen.length > 0) chosen.push(random.pick(chosen));
    return chosen.map((name) => this.#option(name, options[name] as OptionSpec<unknown>)).join(" ");
  }

  #option(name: string, { kind, isTable }: OptionSpec<unknown>): string {
    const random = this.#random;
    if (random.chance(0.06)) return name;
    // A text option can contain a pipeline.
    const isPipeline = name.endsWith("pipeline") && random.chance(0.8);
    const value = random.pick(VALUES[isTable === true ? "table" : isPipeline ? "pipeline" : kind]);
    return `${name}=${value}`;
  }

  #damage(text: string): string {
    const random = this.#random;
    let damaged = text;
    for (let i = random.between(1, 2); i > 0; i--) {
      const at = random.below(damaged.length + 1);
      const removed = random.chance(0.5) ? random.between(1, 2) : 0;
      const added = removed === 0 || random.chance(0.3) ? random.pick(PIECES) : "";
      damaged = damaged.slice(0, at) + added + damaged.slice(at + removed);
    }
    return damaged;
  }
}
