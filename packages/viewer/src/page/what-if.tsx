import { DiagnosticText } from "./diagnostics.tsx";
import type { Model } from "./model.ts";
import { changeText, stepsOf, toggled, variantOf } from "./variants.ts";
import { Ticks } from "./ticks.tsx";

interface WhatIfProps {
  readonly model: Model;
  readonly changes: ReadonlySet<number>;
  readonly onChanges: (changes: ReadonlySet<number>) => void;
}

/** Shows the effects of the changed switches on the plan. */
export function WhatIfPanel({ model, changes, onChanges }: WhatIfProps) {
  const { whatIf, pipelines } = model.recording;
  const variant = variantOf(whatIf, changes);
  const named = (text: string): string =>
    text.replace(/`([^`]*)`/g, (_, address: string) => `\`${model.stepNames.get(address) ?? address}\``);
  if (variant === undefined) {
    return (
      <div class="pw-text">
        <h2>What if</h2>
        <p>Select a change to see its effect on the plan:</p>
        <ul>
          {whatIf.switches.map(({ kind, isOn, reason }, index) =>
            isOn && (kind === "target" || kind === "level") ? null : (
              <li>
                <button
                  type="button"
                  class="pw-link"
                  disabled={reason !== undefined}
                  onClick={() => onChanges(toggled(whatIf, changes, index) ?? changes)}
                >
                  {changeText(whatIf, index)}
                </button>{" "}
                <Summary model={model} index={index} />
              </li>
            ),
          )}
        </ul>
      </div>
    );
  }
  const errors = variant.diagnostics.filter(({ severity }) => severity === "error");
  const remarks = variant.diagnostics.filter(({ severity }) => severity === "remark");
  return (
    <div class="pw-text" aria-live="polite">
      <h2>The plan {[...changes].map((index) => changeText(whatIf, index)).join(", ")}</h2>
      {errors.length > 0 && <p>This plan has errors:</p>}
      {errors.map((one) => (
        <DiagnosticText diagnostic={one} />
      ))}
      {remarks.map((one) => (
        <DiagnosticText diagnostic={one} />
      ))}
      {errors.length === 0 && variant.differences.length === 0 && <p>Nothing changes.</p>}
      <ul class="pw-differences">
        {variant.differences.map((difference) => (
          <li>
            <Ticks text={named(difference)} />
          </li>
        ))}
      </ul>
      {errors.length === 0 && (
        <>
          <h3>Its steps</h3>
          {variant.pipelines.map(({ path, steps }) => (
            <>
              {path !== undefined && <h4>{path}</h4>}
              <ol class="pw-planned">
                {stepsOf(
                  steps,
                  pipelines.find((one) => one.path === path),
                ).map(({ address, nests, origin }) => (
                  <li>
                    <code>{model.stepNames.get(address)}</code>{" "}
                    <span class="pw-muted">{[...nests, origin.name].join(" › ")}</span>
                  </li>
                ))}
              </ol>
            </>
          ))}
        </>
      )}
    </div>
  );
}

function Summary({ model, index }: { readonly model: Model; readonly index: number }) {
  const variant = variantOf(model.recording.whatIf, new Set([index]));
  if (variant === undefined) return null;
  const isRefused = variant.diagnostics.some(({ severity }) => severity === "error");
  const count = variant.differences.length;
  return (
    <span class="pw-muted">
      {isRefused
        ? "has errors"
        : count === 0
          ? "nothing changes"
          : `${count} ${count === 1 ? "difference" : "differences"}`}
    </span>
  );
}
