import type { ThreadContents } from "@passwright/runner/threads";
import { loadSession } from "@passwright/loader";
import type { LoadOptions } from "@passwright/loader";

/** Loads the session of the main thread again, in a thread of `passwright run`. */
export async function setUp(load: LoadOptions): Promise<ThreadContents> {
  const { session } = await loadSession(load);
  if (session === undefined) throw new Error("the session cannot be loaded again");
  const made = session.graph === undefined ? await session.makeManager() : await session.makeSchedule();
  if (!made.ok) throw new Error("an executable cannot be created again");
  const registry = "manager" in made ? made.manager.registry : made.registry;
  if (registry === undefined) throw new Error("a manager without a registry");
  return { adapter: session.framework.ir, registry };
}
