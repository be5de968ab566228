/** Text in which names in backquotes are shown as code. */
export function Ticks({ text }: { readonly text: string }) {
  return <>{text.split(/`([^`]*)`/).map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}
