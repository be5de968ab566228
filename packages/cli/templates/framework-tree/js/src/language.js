import { defineIr } from "@passwright/sdk";

/*
 * An example language: `read x`, `let y = x * 2` and `print y - 1`, one statement per line. Each
 * name has one definition. Replace the functions with your own.
 */

const precedenceOf = (operator) => ["", "+-", "*"].findIndex((all) => all.includes(operator));

/** Makes an exception with `line` and `column`, so that the error message shows the position. */
const syntaxError = (message, { line, column }) => Object.assign(new SyntaxError(message), { line, column });

function parse(text) {
  const lines = text.split(/\r?\n/);
  const children = lines.flatMap((line, index) => parseLine(line.replace(/\/\/.*/, "").trimEnd(), index + 1) ?? []);
  const program = { kind: "program", position: { line: 1, column: 1 }, children };
  for (const { message, node } of problemsIn(program)) throw syntaxError(message, node.position);
  return program;
}

function parseLine(text, line) {
  const tokens = [...text.matchAll(/[a-z]\w*|\d+|\S/gi)];
  let next = 0;
  const here = () => ({ line, column: (tokens[next]?.index ?? text.length) + 1 });
  const isNext = (pattern) => next < tokens.length && pattern.test(tokens[next][0]);
  const take = (pattern, expected) => {
    if (isNext(pattern)) return tokens[next++][0];
    throw syntaxError(`expected ${expected}`, here());
  };
  const operand = () => {
    const position = here();
    const token = take(/^(\d{1,15}|[a-z]\w*|\()$/i, "a name, `(` or a number of at most 15 digits");
    if (/^\d/.test(token)) return { kind: "literal", position, value: Number(token) };
    if (token !== "(") return { kind: "name", position, name: token };
    const inner = expression(1);
    take(/^\)/, "`)`");
    return inner;
  };
  const expression = (minimum) => {
    const position = here();
    let left = operand();
    while (isNext(/^[-+*]/) && precedenceOf(tokens[next][0]) >= minimum) {
      const operator = tokens[next++][0];
      left = { kind: "binary", position, operator, children: [left, expression(precedenceOf(operator) + 1)] };
    }
    return left;
  };
  const statement = () => {
    const position = here();
    const kind = take(/^(read|let|print)$/, "`read`, `let` or `print`");
    if (kind === "print") return { kind, position, children: [expression(1)] };
    const name = take(/^[a-z]/i, "a name");
    if (kind === "read") return { kind, position, name };
    take(/^=/, "`=`");
    return { kind: "let", position, name, children: [expression(1)] };
  };
  if (tokens.length === 0) return undefined;
  const parsed = statement();
  if (next < tokens.length) take(/^$/, "an operator or the end of the line");
  return parsed;
}

function print(node, minimum = 1) {
  if (node.kind === "program") return node.children.map((child) => `${print(child)}\n`).join("");
  if (node.kind === "read") return `read ${node.name}`;
  if (node.kind === "let") return `let ${node.name} = ${print(node.children[0])}`;
  if (node.kind === "print") return `print ${print(node.children[0])}`;
  if (node.kind === "name") return node.name;
  if (node.kind === "literal") return String(node.value);
  const precedence = precedenceOf(node.operator);
  const [left, right] = node.children;
  const text = `${print(left, precedence)} ${node.operator} ${print(right, precedence + 1)}`;
  return precedence < minimum ? `(${text})` : text;
}

/** Returns a node and all nodes in its subtree. */
export function nodesIn(node) {
  return [node, ...("children" in node ? node.children.flatMap(nodesIn) : [])];
}

/** Returns errors for names that are not defined, and for names that are defined again. */
function problemsIn(program) {
  const defined = new Set();
  return program.children.flatMap((statement) => {
    const undefinedNames = nodesIn(statement).filter(({ kind, name }) => kind === "name" && !defined.has(name));
    const problems = undefinedNames.map((node) => ({ message: `\`${node.name}\` is not defined`, node }));
    if (statement.kind === "print") return problems;
    const again = { message: `\`${statement.name}\` is already defined`, node: statement };
    const all = defined.has(statement.name) ? [...problems, again] : problems;
    defined.add(statement.name);
    return all;
  });
}

/** Checks a program after each pass, so that an error mentions the pass that made the program invalid. */
function verify(node, report) {
  const problems = node.kind === "program" ? problemsIn(node) : [];
  for (const problem of problems) report(problem.message, problem.node);
  return problems.length === 0;
}

export const language = defineIr({
  name: "template-framework",
  extensions: [".calc"],
  root: "program",
  operations: ["program", "read", "let", "print", "binary", "name", "literal"],
  nameOf: (node) => node.kind,
  childrenOf: "children",
  symbolOf: (node) => (node.kind === "read" || node.kind === "let" ? node.name : undefined),
  parse,
  print: (program) => print(program),
  verify,
});
