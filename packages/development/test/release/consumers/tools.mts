// A consumer with Node's types, which uses the loader, the command and the test kit.
import { main } from "@passwright/cli";
import type { Terminal } from "@passwright/cli";
import { loadSession } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { describeFiles, testPlugin } from "@passwright/testing";

export async function use(terminal: Terminal): Promise<Session | undefined> {
  const code: number = await main(["plan"], terminal);
  const { ok } = await testPlugin({ plugin: new URL(".", import.meta.url) });
  describeFiles("test", { ending: ok ? ".mlir" : String(code) });
  // @ts-expect-error -- no such option
  await loadSession({ konfig: "." });
  return (await loadSession({ config: "." })).session;
}
