/**
 * Creates a row of the report. If the reference is not a number, the table does not show a ratio. `target` is null for
 * rows without a target.
 */
export function row(name, ours, reference, target, unit) {
  return { name, ours, reference, ratio: ours / reference, target, unit };
}

const shown = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : "died");

/** Returns the rows as a Markdown table, which is also readable in a terminal. */
export function table(rows) {
  const header = ["", "ours", "reference", "ratio", "target", "", "unit"];
  const cells = rows.map(({ name, ours, reference, ratio, target, unit }) => [
    name,
    shown(ours, ours < 10 ? 2 : 0),
    shown(reference, reference < 10 ? 2 : 0),
    Number.isFinite(ratio) ? ratio.toFixed(2) : "",
    target === null ? "" : String(target),
    target !== null && Number.isFinite(ratio) && ratio > target ? "missed" : "",
    unit,
  ]);
  const widths = header.map((_, column) => Math.max(3, ...[header, ...cells].map((line) => line[column].length)));
  const line = (texts) =>
    `| ${texts.map((text, i) => (i === 0 || i > 4 ? text.padEnd(widths[i]) : text.padStart(widths[i]))).join(" | ")} |\n`;
  const rule = `| ${widths.map((width, i) => (i === 0 || i > 4 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |\n`;
  return line(header) + rule + cells.map(line).join("");
}
