import type { Switch } from "../recording/recording.ts";
import type { Contributor, Model } from "./model.ts";
import { isOn, reasonAgainst, toggled } from "./variants.ts";

interface ChoicesProps {
  readonly model: Model;
  readonly changes: ReadonlySet<number>;
  readonly onChanges: (changes: ReadonlySet<number>) => void;
  readonly onShow: () => void;
}

/** Contributors with their colours, and the switches of what can be left out or chosen. */
export function Choices({ model, changes, onChanges, onShow }: ChoicesProps) {
  const { whatIf } = model.recording;
  const press = (index: number): void => {
    const next = toggled(whatIf, changes, index);
    if (next === undefined) return;
    onChanges(next);
    if (next.size > 0) onShow();
  };
  const reasonFor = (index: number): string | undefined => reasonAgainst(whatIf, changes, index);
  const box = ({ name }: Switch, index: number, text = name) => (
    <label
      class="pw-switch"
      title={reasonFor(index) ?? `Switch to see the plan ${isOn(whatIf, changes, index) ? "without" : "with"} it`}
    >
      <input
        type="checkbox"
        role="switch"
        checked={isOn(whatIf, changes, index)}
        disabled={reasonFor(index) !== undefined}
        onChange={() => press(index)}
      />{" "}
      <span>{text}</span>
    </label>
  );
  const line = ({ name, kind, color, steps }: Contributor) => {
    const index = whatIf.switches.findIndex((one) => one.kind === "plugin" && one.name === name);
    const plugin = whatIf.switches[index];
    return (
      <li>
        <span class={`pw-dot pw-color-${color}`} aria-hidden="true" />
        {plugin === undefined ? <span class="pw-name">{name}</span> : box(plugin, index)}
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
          {some.map(({ one, index }) => box(one, index))}
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
        <p class="pw-hint">Clear a plugin's box to see the plan without it.</p>
      )}
      <ul>{model.contributors.map(line)}</ul>
      {list("override", "Overrides")}
      {list("target", "Target")}
      {list("level", "Level")}
      {refusal !== undefined && <p class="pw-note">Some switches are disabled: {refusal}.</p>}
    </section>
  );
}
