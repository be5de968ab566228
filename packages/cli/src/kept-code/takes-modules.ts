/** Flags whose doing takes modules: somebody's plugins, threads, and stacks that people can read. */
const FOR_MODULES = /^--?(?:debug|threads|time-limit|load-(?:pass|dialect)-plugin)(?:=|$)/;

/** Whether arguments of `passwright-opt` show that its script cannot do it. */
export function takesModules(argv: readonly string[]): boolean {
  return argv.some((arg) => FOR_MODULES.test(arg));
}
