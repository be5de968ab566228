import { generateProgram, Random } from "@passwright/development";

/** Function that makes a large input for a seed, with a fragment in the middle. */
export type Host = (seed: number, fragment: string) => string;

/** Makes a random program, with the operations of the fragment at the end of the module. */
export const program: Host = (seed, fragment) => {
  const { text } = generateProgram({ seed, functions: 3, operationsPerFunction: 12 });
  const end = text.lastIndexOf("})");
  return `${text.slice(0, end)}${fragment}\n${text.slice(end)}`;
};

const COLORS = ["red", "#fff", "none", "#0a0b0c", "currentColor"];

/** Makes an image with nested groups, and the fragment in one of them. */
export const image: Host = (seed, fragment) => {
  const random = new Random(seed);
  const number = (): string => (random.next() * 24).toFixed(random.below(4));
  const attributes = (): string =>
    random
      .shuffled([`fill="${random.pick(COLORS)}"`, `id="n${random.below(99)}"`, `opacity=".${random.below(9)}"`, ""])
      .slice(random.below(4))
      .join(" ");
  const shape = (): string =>
    random.pick([
      `<path ${attributes()} d="M${number()} ${number()}L${number()} ${number()} ${number()} ${number()}z"/>`,
      `<rect ${attributes()} x="${number()}" width="${number()}" height="3.5"/>`,
      `<circle ${attributes()} cx="${number()}" r="5"/>`,
      `<text ${attributes()}>one <tspan x="3">two</tspan></text>`,
    ]);
  const group = (depth: number): string => {
    const parts = Array.from({ length: 2 + random.below(3) }, () =>
      depth > 0 && random.chance(0.5) ? group(depth - 1) : shape(),
    );
    return `<g ${attributes()} transform="translate(${number()} 2)">${parts.join("")}</g>`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${group(2)}<g>${shape()}${fragment}${shape()}</g>${group(1)}</svg>`;
};

/** Makes a style sheet with media queries, and the fragment between its rules. */
export const sheet: Host = (seed, fragment) => {
  const random = new Random(seed);
  const declaration = (): string =>
    random.pick([
      `color: ${random.pick(COLORS)}`,
      `margin: ${random.below(9)}px auto ${random.below(9)}em`,
      `--gap: ${random.below(40)}px`,
      `background: url(x${random.below(9)}.png) no-repeat`,
      `font: 12px/1.5 "Open Sans", serif`,
    ]);
  const rule = (): string =>
    `.a${random.below(99)}, .b > .c:hover { ${Array.from({ length: 1 + random.below(4) }, declaration).join("; ")} }`;
  const block = (): string =>
    random.chance(0.3) ? `@media (min-width: ${random.below(900)}px) { ${rule()} ${rule()} }` : rule();
  const blocks = (): string => Array.from({ length: 3 + random.below(5) }, block).join("\n");
  return `/* seed ${seed} */\n${blocks()}\n${fragment}\n${blocks()}\n`;
};

/** Makes a module with functions and classes, and the fragment between them. */
export const script: Host = (seed, fragment) => {
  const random = new Random(seed);
  const expression = (depth = 2): string =>
    depth === 0 || random.chance(0.3)
      ? random.pick(["1", '"text"', "name", "items[0]", "null"])
      : random.pick([
          `call(${expression(depth - 1)}, ${expression(depth - 1)})`,
          `${expression(depth - 1)} + ${expression(depth - 1)}`,
          `{ key: ${expression(depth - 1)}, other: [${expression(depth - 1)}] }.key`,
          `((value) => (${expression(depth - 1)}))`,
        ]);
  const statement = (depth = 2): string =>
    depth === 0 || random.chance(0.5)
      ? `const v${random.below(9999)} = ${expression()};`
      : random.pick([
          `if (${expression()}) { ${statement(depth - 1)} } else { ${statement(depth - 1)} }`,
          `for (const item of ${expression()}) { ${statement(depth - 1)} ${statement(depth - 1)} }`,
          `function f${random.below(9999)}(a, b = ${expression()}) { ${statement(depth - 1)} return ${expression()}; }`,
        ]);
  const statements = (): string => Array.from({ length: 3 + random.below(4) }, () => statement()).join("\n");
  return `${statements()}\n${fragment}\n${statements()}\n`;
};
