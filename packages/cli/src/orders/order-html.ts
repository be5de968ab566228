import { ORDER_RESULTS } from "@passwright/runner";
import type { OrderReport, OrderResult, PairReport } from "@passwright/runner";
import { headline, moveText, outputText, ruleTitle, SIGNS, stepsInMatrix } from "./order-text.ts";

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:2rem;max-width:75rem;color:#1c1e21;background:#fff}
table{border-collapse:collapse;font-size:12px}td,th{border:1px solid #d5d9de;padding:1px 5px;text-align:center;font-weight:400}
th.row{text-align:left;white-space:nowrap}pre{background:#f5f6f8;padding:.6rem;overflow:auto;white-space:pre-wrap;margin:.2rem 0}
.outputs{display:grid;grid-template-columns:1fr 1fr;gap:1rem}.conflict,.fails{background:#f7c6c5}.unstable{background:#f6e2a8}
.cosmetic{background:#d9e4f8}.commute{background:#d6efd8}details{border-top:1px solid #d5d9de;padding:.4rem 0}`;

/** A report as one page without scripts and other files. Everything that comes from inputs and plugins is escaped. */
export function orderHtml(report: OrderReport, title: string): string {
  const { pairs, inputs, notTried } = report;
  const details = pairs.filter(({ example }) => example !== undefined);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style>
<h1>${escaped(title)}</h1>
<p>${escaped(headline(report))}</p>
${matrixOf(report)}
<p>${ORDER_RESULTS.map((result) => `<span class="${classOf(result)}">${SIGNS[result] || " "} ${result}</span>`).join(" · ")}</p>
${details.map(pairHtml).join("\n")}
${listOf((report.moves ?? []).map((move) => `smaller outputs: ${moveText(move)}`))}
${listOf([...inputs.flatMap(({ file, leftOut }) => (leftOut === undefined ? [] : [`left out: ${file}: ${leftOut}`])), ...notTried.map((what) => `not tried: ${what}`)])}
</html>
`;
}

function matrixOf(report: OrderReport): string {
  const steps = stepsInMatrix(report);
  if (steps.length === 0) return "";
  const results = new Map(report.pairs.map(({ first, second, result }) => [`${first} ${second}`, result]));
  const cell = (other: string, step: string): string => {
    const result = results.get(`${other} ${step}`);
    if (result === undefined) return '<td title="ordered">|</td>';
    const title = escaped(`${other}, ${step}: ${result}`);
    return `<td class="${classOf(result)}" title="${title}">${SIGNS[result]}</td>`;
  };
  const rows = steps.map((step, row) => {
    const cells = steps.slice(0, row).map((other) => cell(other, step));
    return `<tr><th>${row + 1}</th><th class="row">${escaped(step)}</th>${cells.join("")}</tr>`;
  });
  const heads = steps.slice(0, -1).map((step, index) => `<th title="${escaped(step)}">${index + 1}</th>`);
  return `<table><tr><th></th><th></th>${heads.join("")}</tr>\n${rows.join("\n")}</table>`;
}

function pairHtml({ first, second, result, example, rule }: PairReport): string {
  if (example === undefined) return "";
  const { file, input, reduced, output, exchanged } = example;
  const side = (name: string, text: string): string =>
    `<div><code>${escaped(name)}</code> first<pre>${escaped(text)}</pre></div>`;
  return `<details><summary><span class="${classOf(result)}">${result}</span> <code>${escaped(first)}</code> and <code>${escaped(second)}</code></summary>
<p>${reduced === undefined ? "Input" : "Reduced from"} ${escaped(file)}</p><pre>${escaped(reduced ?? input)}</pre>
<div class="outputs">${side(first, outputText(output))}${side(second, outputText(exchanged))}</div>
${rule === undefined ? "" : `<p>A ${ruleTitle(example)}</p><pre>- ${escaped(JSON.stringify(rule))}</pre>`}</details>`;
}

function listOf(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>`;
}

function classOf(result: OrderResult): string {
  return result.split(" ")[0] as string;
}

const ENTITIES: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Makes a text that HTML shows as it is; characters that change how a text is displayed are shown as their codes. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
    .replace(
      /[\u202a-\u202e\u2066-\u2069\0]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}
