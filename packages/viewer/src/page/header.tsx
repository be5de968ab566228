import { useState } from "preact/hooks";
import { counted, shortPaths } from "./words.ts";
import type { Model } from "./model.ts";

interface HeaderProps {
  readonly model: Model;
  readonly run: number;
  /** Whether the page also shows a plan with changed switches. */
  readonly hasVariant: boolean;
  readonly onRun: (run: number) => void;
}

type Theme = "system" | "light" | "dark";

/** Shows the title and a summary of the plan, and lets the user select an input and a theme. */
export function Header({ model: { recording }, run, hasVariant, onRun }: HeaderProps) {
  const [hasKeys, setKeys] = useState(false);
  const [theme, setTheme] = useState<Theme>("system");
  const { plan, graph, runs, plugins } = recording;
  const { framework, anchor, choice } = plan ?? graph ?? {};
  const size =
    plan === undefined ? counted(recording.pipelines.length, "pipeline") : counted(plan.steps.length, "step");
  const isEmpty = recording.pipelines.length === 0;
  const facts = [
    anchor,
    [choice?.target, choice?.level].filter(Boolean).join(", "),
    isEmpty ? "" : counted(plugins.length, "plugin"),
    isEmpty ? "" : size,
  ].filter((fact) => fact !== undefined && fact !== "");
  const inputs = shortPaths(runs.map(({ input }) => input));
  const change = (next: Theme): void => {
    setTheme(next);
    if (next === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = next;
  };
  return (
    <header class="pw-header">
      <h1>
        {recording.title} {framework?.version !== undefined && <small>{framework.version}</small>}
      </h1>
      <p>
        {hasVariant && "recorded plan: "}
        {facts.join(" · ")}
      </p>
      {runs.length > 0 && (
        <label>
          Input{" "}
          <select
            value={run}
            title={runs[run]?.input}
            onChange={({ currentTarget }) => onRun(Number(currentTarget.value))}
          >
            {runs.map(({ input, ok }, index) => (
              <option value={index} title={input}>
                {inputs[index]}
                {ok ? "" : " (failed)"}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="button" class="pw-ask" aria-label="Keys" aria-expanded={hasKeys} onClick={() => setKeys(!hasKeys)}>
        ?
      </button>
      <p class={`pw-keys${hasKeys ? " pw-open" : ""}`}>
        <kbd>j</kbd> <kbd>k</kbd> step · <kbd>n</kbd> <kbd>p</kbd> change
      </p>
      <label>
        Theme{" "}
        <select value={theme} onChange={({ currentTarget }) => change(currentTarget.value as Theme)}>
          <option value="system">system</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
    </header>
  );
}
