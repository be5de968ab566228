import type { Random } from "./random.ts";
import type { Token } from "./tokens.ts";

/** Renames every value. Can replace `%a:2` with two names, and can write `%a#0` for the only result `%a`. */
export function renameValues(tokens: readonly Token[], random: Random): readonly Token[] {
  const counts = resultCounts(tokens);
  const names = new Names("%", random);
  const split = new Set([...counts.keys()].filter((base) => (counts.get(base) as number) > 1 && random.chance(0.4)));
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.kind !== "value") {
      result.push(token);
      continue;
    }
    const [base, number] = token.text.split("#") as [string, string?];
    const isDefinition = number === undefined && isGroupDefinition(tokens, i);
    if (split.has(base) && isDefinition) {
      const parts = Array.from({ length: counts.get(base) as number }, (_, part) => names.of(`${base}#${part}`));
      parts.forEach((text, part) => result.push(...(part === 0 ? [] : [comma]), { kind: "value", text }));
      i += 2;
    } else if (split.has(base)) {
      result.push({ kind: "value", text: names.of(`${base}#${number ?? 0}`) });
    } else {
      const text = names.of(base) + (number === undefined ? redundantNumber(tokens, i, random) : `#${number}`);
      result.push({ kind: "value", text });
    }
  }
  return result;
}

/** Renames every block. */
export function renameBlocks(tokens: readonly Token[], random: Random): readonly Token[] {
  const names = new Names("^", random);
  return tokens.map((token) => (token.kind === "block" ? { kind: "block", text: names.of(token.text) } : token));
}

const comma: Token = { kind: "mark", text: "," };

/** Returns whether a token is followed by a result count, as in `%a:2 =`, and not by a type, as in `%a: i32`. */
function isGroupDefinition(tokens: readonly Token[], at: number): boolean {
  return tokens[at + 1]?.text === ":" && /^\d+$/.test(tokens[at + 2]?.text ?? "") && tokens[at + 3]?.text === "=";
}

/** Returns the result count of each name. Leaves out names that two sibling scopes define. */
function resultCounts(tokens: readonly Token[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  tokens.forEach((token, i) => {
    if (token.kind !== "value" || token.text.includes("#")) return;
    const next = tokens[i + 1]?.text;
    const count = isGroupDefinition(tokens, i) ? Number(tokens[i + 2]?.text) : next === "=" || next === ":" ? 1 : 0;
    if (count > 0) counts.set(token.text, counts.has(token.text) ? 0 : count);
  });
  return counts;
}

/**
 * Returns `#0` for some uses of a first result, and an empty string for other uses and for definitions, which cannot
 * have a number.
 */
function redundantNumber(tokens: readonly Token[], at: number, random: Random): string {
  const next = tokens[at + 1]?.text;
  const isUse = next === "," || next === ")" || next === "]";
  // Requires parentheses around operands, because a comma also follows the first name in the definition `%a, %b = …`.
  return isUse && opensOperands(tokens, at) && random.chance(0.1) ? "#0" : "";
}

function opensOperands(tokens: readonly Token[], at: number): boolean {
  let i = at - 1;
  while (tokens[i]?.text === "," || tokens[i]?.kind === "value") i--;
  return tokens[i]?.text === "(" && tokens[i - 1]?.kind === "string";
}

/** Maps old names to new names. The new names are distinct. */
class Names {
  readonly #given = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #sigil: string;
  readonly #random: Random;

  constructor(sigil: string, random: Random) {
    this.#sigil = sigil;
    this.#random = random;
  }

  of(old: string): string {
    let name = this.#given.get(old);
    if (name === undefined) {
      do name = this.#sigil + this.#invent();
      while (this.#taken.has(name));
      this.#taken.add(name);
      this.#given.set(old, name);
    }
    return name;
  }

  #invent(): string {
    const random = this.#random;
    const number = random.below(100000);
    return random.pick([
      String(number),
      `foo_${number}`,
      `a.b-c$${number}`,
      `arg${number}`,
      `$${number}`,
      `_${number}-`,
      `bb${number}`,
    ]);
  }
}
