import { useMemo } from "preact/hooks";
import { lineHistory } from "./line-history.ts";
import type { ChosenLine } from "./line-history.ts";
import type { Execution, Model } from "./model.ts";
import { partOf } from "./operations.ts";

interface FollowProps {
  readonly model: Model;
  readonly line: ChosenLine;
  readonly execution: Execution;
  readonly onStep: (address: string) => void;
  readonly onClose: () => void;
}

/** Shows the changes that the steps make to a line. */
export function Follow({ model, line, execution: { visit, step }, onStep, onClose }: FollowProps) {
  const changes = useMemo(() => lineHistory(model, visit.steps, step, line), [model, visit, step, line]);
  const isPart = partOf(step, line.operation) !== undefined;
  return (
    <section class="pw-follow" tabIndex={0} aria-label="History of a line">
      <h3>
        History of line {line.number} ({line.isAfter ? "after" : "before"}):{" "}
        <code>{line.text.trim().slice(0, 120)}</code>
        <button type="button" class="pw-close" aria-label="Close the history" onClick={onClose}>
          ×
        </button>
      </h3>
      {changes === undefined ? (
        <p>The text is too long. Select an operation to see the history of its lines.</p>
      ) : changes.length === 0 ? (
        <p>{isPart ? "None of the steps that are shown together" : "No step"} changes this line.</p>
      ) : (
        <ol>
          {changes.map(({ steps, text, isAdded }) => (
            <li>
              {steps.map((address) => (
                <>
                  <button
                    type="button"
                    class="pw-link"
                    disabled={address === step.step}
                    onClick={() => onStep(address)}
                  >
                    {address}
                  </button>{" "}
                </>
              ))}
              {steps.length > 1 && "together: "}
              {text === undefined ? (
                <em>removes it</em>
              ) : (
                <>
                  {isAdded && <em>adds </em>}
                  <code>{text.trim().slice(0, 160)}</code>
                </>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
