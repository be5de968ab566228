import { escapeControlCharacters } from "@passwright/core";
import type { MoveReport, OrderOutput, OrderReport, OrderResult, PairReport } from "@passwright/runner";
import { counted } from "../render/plan.ts";

const SIGNS: { readonly [result in OrderResult]: string } = {
  conflict: "X",
  "fails in one order": "!",
  unstable: "?",
  cosmetic: "~",
  commute: "=",
  "not exercised": ".",
  "not tried": " ",
};

const MOST_LINES = 12;

/** Formats the report of an order experiment: counts of results, a matrix of the pairs, and each conflict. */
export function orderText(report: OrderReport): string {
  const { pairs, inputs, notTried, variants, moves = [] } = report;
  const leftOut = inputs.filter((input) => input.leftOut !== undefined);
  const shown = pairs.filter(({ example, result }) => example !== undefined || result === "unstable");
  return [
    headline(report),
    ...matrixOf(report),
    ...shown.flatMap((pair) => ["", ...pairLines(pair)]),
    ...moves.flatMap((move, index) => [
      ...(index === 0 ? ["", "moves that make outputs smaller:"] : []),
      `  ${moveText(move)}`,
    ]),
    ...variants.map(
      ({ what, kind, tried, differs }) =>
        `${kind} \`${what}\`: changes the output for ${differs.length} of ${counted(tried, "input")}`,
    ),
    ...leftOut.map(({ file, leftOut: reason }) => `left out: ${file}: ${reason}`),
    ...notTried.map((what) => `not tried: ${what}`),
  ]
    .map(escapeControlCharacters)
    .join("\n");
}

export function headline({ pairs, steps, inputs }: OrderReport): string {
  const used = inputs.filter(({ leftOut }) => leftOut === undefined).length;
  const size = `${counted(pairs.length, "pair")} of ${counted(steps.length, "step")}`;
  return `${size} on ${counted(used, "input")}: ${countsText(pairs)}`;
}

/** Formats the counts that are not zero: `1 conflict, 7 commute`. */
function countsText(pairs: readonly PairReport[]): string {
  const results = Object.keys(SIGNS) as OrderResult[];
  const counts = results.map((result) => [pairs.filter((pair) => pair.result === result).length, result] as const);
  return (
    counts.flatMap(([count, result]) => (count === 0 ? [] : [`${count} ${result}`])).join(", ") || "nothing to try"
  );
}

/** Describes the effect of moving a step: "`a` before `b`: smaller output for 52 inputs, larger for 0; …". */
function moveText({ step, position, better, worse, total, change }: MoveReport): string {
  const where = "before" in position ? `before \`${position.before}\`` : `after \`${position.after}\``;
  return `\`${step}\` ${where}: smaller output for ${counted(better, "input")}, larger for ${worse}; total reduced by ${-change} from ${total}`;
}

function matrixOf(report: OrderReport): string[] {
  const shown = report.pairs.filter(({ result }) => result !== "not exercised" && result !== "not tried");
  const steps = report.steps.filter((step) => shown.some(({ first, second }) => first === step || second === step));
  if (steps.length === 0) return [];
  const width = Math.max(...steps.map(({ length }) => length));
  const results = new Map(report.pairs.map(({ first, second, result }) => [`${first} ${second}`, result]));
  const rows = steps.map((step, row) => {
    const signs = steps.slice(0, row).map((other) => {
      const result = results.get(`${other} ${step}`);
      return (result === undefined ? "|" : SIGNS[result]).padStart(3);
    });
    return `${String(row + 1).padStart(4)} ${step.padEnd(width)} ${signs.join("")}`.trimEnd();
  });
  const heads = steps.slice(0, -1).map((_, index) => String(index + 1).padStart(3));
  const legend = "X conflict  ! fails in one order  ? unstable  ~ cosmetic  = commute  . not exercised  | ordered";
  return ["", `     ${" ".repeat(width)} ${heads.join("")}`, ...rows, "", legend];
}

function pairLines({ first, second, result, inputs, example, rule }: PairReport): string[] {
  const counts = Object.entries(inputs).map(([name, count]) => `${name} on ${counted(count, "input")}`);
  const lines = [`${result}: \`${first}\` and \`${second}\` (${counts.join(", ")})`];
  if (example !== undefined) {
    const { file, input, reduced, output, exchanged, confirmed } = example;
    lines.push(
      `  ${reduced === undefined ? "input" : "reduced from"} ${file}, confirmed in ${confirmed === "fresh process" ? "a fresh" : "this"} process:`,
    );
    lines.push(...indented(reduced ?? input));
    lines.push(`  \`${first}\` first:`, ...indented(outputText(output)));
    lines.push(`  \`${second}\` first:`, ...indented(outputText(exchanged)));
  }
  const purpose = example?.output.ok === false ? "avoids the failure" : "keeps the current order";
  if (rule !== undefined) lines.push(`  rule that ${purpose}:`, `    - ${JSON.stringify(rule)}`);
  return lines;
}

function outputText(output: OrderOutput): string {
  return output.ok ? output.text : `error: ${output.message}`;
}

function indented(text: string): string[] {
  const lines = text.replace(/\n$/, "").split("\n");
  const more = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`… ${more} more lines`] : [])].map((line) => `    ${line}`);
}
