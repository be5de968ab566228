import type { ThreadContents } from "@passwright/runner/threads";
import { loadSession } from "@passwright/loader";
import type { LoadOptions } from "@passwright/loader";
import { makeExecutable } from "../run/executable.ts";

/** Loads the session of the main thread again, in a thread of `passwright run`. */
export async function setUp(load: LoadOptions): Promise<ThreadContents> {
  const { session } = await loadSession(load);
  const made = session && (await makeExecutable(session));
  const registry = made?.ok === true ? made.executable.registry : undefined;
  if (session === undefined || registry === undefined) throw new Error("the session cannot be loaded again");
  return { adapter: session.framework.ir, registry };
}
