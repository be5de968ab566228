import type { Switch } from "../recording/recording.ts";
import type { Contributor, Model } from "./model.ts";
import { isOn, reasonAgainst, toggled } from "./variants.ts";

interface ChoicesProps {
  /** Contributor whose steps are highlighted. */
  readonly highlighted: string | undefined;
  readonly onHighlight: (contributor: string | undefined) => void;
  readonly model: Model;
  readonly changes: ReadonlySet<number>;
  readonly onChanges: (changes: ReadonlySet<number>) => void;
  readonly onShow: () => void;
}

/** Shows the contributors with their colors. Also shows switches for plugins, overrides, target and level. */
export function Choices({ model, highlighted, onHighlight, changes, onChanges, onShow }: ChoicesProps) {
  const { whatIf } = model.recording;
  const press = (index: number): void => {
    const next = toggled(whatIf, changes, index);
    if (next === undefined) return;
    onChanges(next);
    if (next.size > 0) onShow();
  };
  const reasonFor = (index: number): string | undefined => reasonAgainst(whatIf, changes, index);
  const box = ({ name }: Switch, index: number) => (
    <input
      type="checkbox"
      role="switch"
      aria-label={name}
      title={reasonFor(index) ?? `Switch to see the plan ${isOn(whatIf, changes, index) ? "without" : "with"} it`}
      checked={isOn(whatIf, changes, index)}
      disabled={reasonFor(index) !== undefined}
      onChange={() => press(index)}
    />
  );
  const line = ({ name, kind, color, steps }: Contributor) => {
    const index = whatIf.switches.findIndex((one) => one.kind === "plugin" && one.name === name);
    const plugin = whatIf.switches[index];
    return (
      <li>
        <span class={`pw-dot pw-color-${color}`} aria-hidden="true" />
        {plugin !== undefined && box(plugin, index)}
        <button
          type="button"
          class="pw-plain"
          title={`Highlight the steps of ${name}`}
          aria-pressed={name === highlighted}
          onClick={() => onHighlight(name === highlighted ? undefined : name)}
        >
          {name}
        </button>
        <span class="pw-count">
          {kind === "inserted" ? "cleanup, " : kind === "plugin" ? "" : `${kind}, `}
          {steps} {steps === 1 ? "step" : "steps"}
        </span>
      </li>
    );
  };
  const list = (kind: "override" | "target" | "level", title: string) => {
    const some = whatIf.switches.flatMap((one, index) => (one.kind === kind ? [{ one, index }] : []));
    if (some.length === 0) return null;
    if (kind === "override") {
      return (
        <div class="pw-choice">
          <span>{title}</span>
          {some.map(({ one, index }) => (
            <label class="pw-switch">
              {box(one, index)} <span>{one.name}</span>
            </label>
          ))}
        </div>
      );
    }
    return (
      <label class="pw-choice">
        <span>{title}</span>
        <select
          value={some.find(({ index }) => isOn(whatIf, changes, index))?.index ?? ""}
          onChange={({ currentTarget }) => press(Number(currentTarget.value))}
        >
          {some.map(({ one, index }) => (
            <option value={index} disabled={reasonFor(index) !== undefined}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
    );
  };
  const refusal = whatIf.switches.map((_, index) => reasonFor(index)).find((reason) => reason !== undefined);
  return (
    <section class="pw-choices" aria-label="Contributors and choices">
      <h2>Contributors</h2>
      {whatIf.switches.some(({ kind, reason }) => kind === "plugin" && reason === undefined) && (
        <p class="pw-hint">Clear a plugin's box to see the plan without it. Click a name to highlight its steps.</p>
      )}
      <ul>{model.contributors.map(line)}</ul>
      {list("override", "Overrides")}
      {list("target", "Target")}
      {list("level", "Level")}
      {refusal !== undefined && <p class="pw-note">Some switches are disabled: {refusal}.</p>}
    </section>
  );
}
