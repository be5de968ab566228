import { useMemo, useState } from "preact/hooks";
import type { TrackedOperation } from "./operations.ts";

/** Maximum number of operations in a list. If there are more operations, the user types the name instead. */
const MOST_LISTED = 200;

/** Maximum number of suggested names. */
const MOST_SUGGESTED = 40;

interface PickerProps {
  readonly id: string;
  readonly label: string;
  readonly operations: readonly TrackedOperation[];
  /** Operations that are marked as changed. */
  readonly changed?: ReadonlySet<TrackedOperation>;
  readonly value: TrackedOperation | undefined;
  /** Text of the entry that selects all operations. */
  readonly all: string;
  /** Called with an operation, or with `undefined` for all operations. */
  readonly onPick: (operation: TrackedOperation | undefined) => void;
}

/** Lets the user select an operation with a symbol: from a list or, if there are many operations, by name. */
export function OperationPicker({ id, label, operations, changed, value, all, onPick }: PickerProps) {
  const [typed, setTyped] = useState<string | undefined>();
  const isLong = operations.length > MOST_LISTED;
  const suggested = useMemo(() => {
    if (!isLong) return operations;
    const query = (typed ?? "").toLowerCase();
    const found = operations.filter(({ name }) => name.toLowerCase().includes(query));
    const first = changed === undefined ? found : found.filter((one) => changed.has(one));
    return (first.length > 0 ? first : found).slice(0, MOST_SUGGESTED);
  }, [operations, changed, isLong, typed]);
  const options = useMemo(
    () =>
      suggested.map((one) => (
        <option value={one.name}>
          {one.name}
          {changed?.has(one) === true ? " (changed)" : ""}
        </option>
      )),
    [suggested, changed],
  );
  const pick = (name: string): void => onPick(operations.find((one) => one.name === name));
  if (!isLong) {
    return (
      <label class="pw-picker">
        <span>{label}</span>{" "}
        <select class={id} value={value?.name ?? ""} onChange={({ currentTarget }) => pick(currentTarget.value)}>
          <option value="">{all}</option>
          {options}
        </select>
      </label>
    );
  }
  return (
    <label class="pw-picker">
      <span>{label}</span>{" "}
      <input
        type="search"
        class={id}
        list={id}
        placeholder={`${all}: type a name to select one of ${operations.length.toLocaleString("en")}`}
        value={typed ?? value?.name ?? ""}
        onInput={({ currentTarget }) => {
          const text = currentTarget.value;
          setTyped(text);
          if (text === "" || operations.some(({ name }) => name === text)) pick(text);
        }}
        onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
        onBlur={() => setTyped(undefined)}
      />
      <datalist id={id}>{options}</datalist>
    </label>
  );
}
