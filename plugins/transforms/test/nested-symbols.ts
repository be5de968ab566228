import type { Random } from "@passwright/development";

const visibilities = ["private", "nested", "public"] as const;

/**
 * Writes random programs with nested symbol tables, symbols, and other operations. References to symbols can be valid
 * or invalid.
 */
export class NestedSymbols {
  readonly #random: Random;
  /** Relative weight of operations that belong to an unknown dialect and have one region. */
  readonly #unknown: number;
  #budget = 40;
  #values = 0;

  constructor(random: Random, unknown: number) {
    this.#random = random;
    this.#unknown = unknown;
  }

  program(): string {
    return `"builtin.module"() ({\n${this.#operations(0, true)}}) ${this.#attributes()}: () -> ()\n`;
  }

  /** Writes operations. `mayBeSymbols` is true if the enclosing operation can be a symbol table. */
  #operations(depth: number, mayBeSymbols: boolean): string {
    let text = '"t.mark"() : () -> ()\n';
    const count = this.#random.between(1, 5);
    for (let i = 0; i < count && this.#budget > 0; i++) {
      this.#budget--;
      text += this.#operation(depth, mayBeSymbols ? `s${i}` : undefined);
    }
    return text;
  }

  #operation(depth: number, name: string | undefined): string {
    const inner = depth < 6 ? 1 : 0;
    return this.#random.pickWeighted<() => string>([
      [2, () => this.#line('"t.use"', "()")],
      [name === undefined ? 0 : 0.5, () => `"t.symbol"() {sym_name = "${name}"} : () -> ()\n`],
      [name === undefined ? 0 : 4 * inner, () => this.#function(depth, name!)],
      [
        4 * inner,
        () => this.#line(`"builtin.module"()${this.#named(name)}`, `({\n${this.#operations(depth + 1, true)}})`),
      ],
      [2 * inner, () => this.#ifOperation(depth)],
      [inner, () => this.#line('"scf.execute_region"()', `({\n${this.#yielded(depth)}})`)],
      [
        inner,
        () =>
          this.#line(
            '"t.two"()',
            `({\n${this.#operations(depth + 1, true)}}, {\n${this.#operations(depth + 1, true)}})`,
          ),
      ],
      [this.#unknown * inner, () => this.#line('"t.one"()', `({\n${this.#operations(depth + 1, true)}})`)],
    ])();
  }

  #function(depth: number, name: string): string {
    const body = `({\n${this.#operations(depth + 1, false)}"func.return"() : () -> ()\n})`;
    const properties = `function_type = () -> (), sym_name = "${name}"${this.#visibility()}`;
    return this.#line(`"func.func"() <{${properties}}>`, body);
  }

  #ifOperation(depth: number): string {
    const value = `%${this.#values++}`;
    const orElse = this.#random.chance(0.5) ? "{}" : `{\n${this.#yielded(depth)}}`;
    const constant = `${value} = "arith.constant"() <{value = true}> : () -> i1\n`;
    return `${constant}"scf.if"(${value}) ({\n${this.#yielded(depth)}}, ${orElse}) ${this.#attributes()}: (i1) -> ()\n`;
  }

  #yielded(depth: number): string {
    return `${this.#operations(depth + 1, false)}"scf.yield"() : () -> ()\n`;
  }

  #line(head: string, regions: string): string {
    const call = head.includes("(") ? `${head} ${regions}` : `${head}${regions}`;
    return `${call} ${this.#attributes()}: () -> ()\n`;
  }

  #named(name: string | undefined): string {
    return name === undefined || this.#random.chance(0.4) ? "" : ` <{sym_name = "${name}"${this.#visibility()}}>`;
  }

  #visibility(): string {
    const visibility = this.#random.pick([...visibilities, undefined]);
    return visibility === undefined ? "" : `, sym_visibility = "${visibility}"`;
  }

  #attributes(): string {
    return this.#random.chance(0.4) ? `{t.use = ${this.#reference()}} ` : "";
  }

  #reference(): string {
    const { length } = this.#random.pick(["1", "22", "333"]);
    const symbol = Array.from({ length }, () => `@s${this.#random.below(5)}`).join("::");
    return this.#random.pick([
      symbol,
      `[${symbol}]`,
      `{x = ${symbol}}`,
      `tensor<1xi32, ${symbol}>`,
      `dense<1> : tensor<1xi32, ${symbol}>`,
      `sparse<0, 1> : tensor<1xi32, ${symbol}>`,
      `"text" : tensor<1xi32, ${symbol}>`,
      `loc(fused<${symbol}>["x"])`,
      `#t.opaque<${symbol}>`,
    ]);
  }
}
