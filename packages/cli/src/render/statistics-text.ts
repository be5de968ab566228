import { type Counter, type PassManager } from "@passwright/core";

interface Row {
  readonly pass: string;
  readonly counter: Counter;
}

/** What the passes of a manager counted, in the order of the pipeline; `undefined` if nobody counted anything. */
export function statisticsText(manager: PassManager<object>): string | undefined {
  const rows: Row[] = [];
  manager.forEachPass(({ declaration, statistics }) => {
    for (const counter of Object.values(statistics)) {
      if (counter.value !== 0) rows.push({ pass: declaration.name, counter });
    }
  });
  if (rows.length === 0) return undefined;
  const width = Math.max(...rows.map(({ pass }) => pass.length));
  const digits = Math.max(...rows.map(({ counter }) => String(counter.value).length));
  return rows
    .map(({ pass, counter: { name, description, value } }) => {
      const what = description === "" ? name : `${name} - ${description}`;
      return `${pass.padEnd(width)}  ${String(value).padStart(digits)}  ${what}`;
    })
    .join("\n");
}
