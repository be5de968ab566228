/**
 * Key under which the documentation site stores the chosen theme. The playground uses the same key, so that the
 * playground and the documentation have the same theme.
 */
const KEY = "vitepress-theme-appearance";

/** Applies the chosen theme or the theme of the system, and lets a button change the theme. */
export function followTheme(button: HTMLElement, onChange: (isDark: boolean) => void): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = (): string | null => localStorage.getItem(KEY);
  const apply = (): void => {
    const isDark = chosen() === "dark" || (chosen() !== "light" && system.matches);
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
    document.documentElement.style.colorScheme = isDark ? "dark" : "light";
    button.textContent = isDark ? "Light" : "Dark";
    onChange(isDark);
  };
  button.addEventListener("click", () => {
    localStorage.setItem(KEY, document.documentElement.dataset["theme"] === "dark" ? "light" : "dark");
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}
