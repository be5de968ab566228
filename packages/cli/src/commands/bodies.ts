import type { CommandBodies } from "./run-command.ts";

/** The code of all commands. */
export const bodies: CommandBodies = {
  run: async () => (await import("./run.ts")).run,
  plan: async () => (await import("./plan.ts")).plan,
  graph: async () => (await import("./graph.ts")).graph,
  explain: async () => (await import("./explain.ts")).explain,
  check: async () => (await import("./check.ts")).check,
  lock: async () => (await import("./lock.ts")).lock,
  diff: async () => (await import("./diff.ts")).diff,
  list: async () => (await import("./list.ts")).list,
  doc: async () => (await import("./doc.ts")).doc,
  manifest: async () => (await import("./manifest.ts")).manifest,
  new: async () => (await import("./new.ts")).newCommand,
};
