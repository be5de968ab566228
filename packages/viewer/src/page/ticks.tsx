interface TicksProps {
  readonly text: string;
  /** Returns the function to call when the user clicks `name`. Returns `undefined` if `name` is not a link. */
  readonly onName?: (name: string) => (() => void) | undefined;
}

/** Shows a text. Names in backquotes become code or links. */
export function Ticks({ text, onName }: TicksProps) {
  const shown = (name: string) => {
    const onClick = onName?.(name);
    if (onClick === undefined) return <code>{name}</code>;
    return (
      <button type="button" class="pw-link" onClick={onClick}>
        {name}
      </button>
    );
  };
  return <>{text.split(/`([^`]*)`/).map((part, index) => (index % 2 === 1 ? shown(part) : part))}</>;
}
