import { readFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import type { Diagnostic, MappedText } from "@passwright/core";
import { decodeUtf8, systemErrorText } from "@passwright/loader";
import type { Assembly } from "@passwright/sdk";
import { unreadable } from "./errors.ts";
import { isFile } from "./job.ts";
import type { InputJob, InputResult, InputRunner, RunSetup } from "./job.ts";

/**
 * Returns the setup with which workers make an assembly. `module` is the URL of a module that exports `framework` and,
 * optionally, `options` for `assemble`. Each worker imports this module, because workers cannot receive functions.
 */
export function assemblySetup(module: string): RunSetup {
  return { module: new URL("./assembly-setup.js", import.meta.url).href, data: { module } };
}

/** Returns a runner that runs inputs with `assembly`, for an executor in this thread. */
export function assemblyRunner(assembly: Assembly): InputRunner {
  let ready: Promise<void> | undefined;
  return {
    async run(job) {
      await (ready ??= assembly.ready());
      return runAssembly(assembly, job);
    },
  };
}

async function runAssembly(assembly: Assembly, job: InputJob): Promise<InputResult> {
  const { name, resultName: file = "" } = job;
  const times = [performance.now()];
  const lap = (): void => void times.push(performance.now());
  const end = (ok: boolean, diagnostics: readonly Diagnostic[], printed?: MappedText): InputResult => {
    const at = (index: number): number => times[Math.min(index, times.length - 1)] ?? 0;
    const [read, parse, passes, print] = [0, 1, 2, 3].map((index) => at(index + 1) - at(index));
    const timing = { read: read ?? 0, parse: parse ?? 0, passes: passes ?? 0, print: print ?? 0 };
    const { text, map } = printed ?? {};
    const output = { ...(text !== undefined && { output: text }), ...(map && { map: JSON.stringify(map) }) };
    return { name, ok, ...output, diagnostics, statistics: [], timing, from: "run" };
  };
  const content = await contentOf(job, assembly.irs[0]);
  lap();
  if (content instanceof Error) return end(false, [unreadable(name, systemErrorText(content))]);
  const parsed = assembly.parse(content, { file: name });
  lap();
  if (!parsed.ok) return end(false, parsed.diagnostics);
  const printed: string[] = [];
  const ran = await assembly.runAsync(parsed.root, { output: (text) => void printed.push(text) });
  lap();
  const result = ran.ok
    ? end(true, ran.diagnostics, assembly.printWithMap(ran.root, { file }))
    : end(false, ran.diagnostics);
  lap();
  const [first, last] = [assembly.irs[0], assembly.irs.at(-1)];
  const roots = [first?.dependenciesOf?.(parsed.root), ran.ok ? last?.dependenciesOf?.(ran.root) : undefined];
  const dependencies = [...new Set(roots.flatMap((files) => files ?? []))];
  return {
    ...result,
    ...(dependencies.length > 0 && { dependencies }),
    ...(printed.length > 0 && { printed: printed.join("") }),
  };
}

/** Returns the text or the bytes of an input, depending on the IR. */
async function contentOf(
  { content }: InputJob,
  ir: Assembly["irs"][0] | undefined,
): Promise<string | Uint8Array | Error> {
  if (typeof content === "string") return content;
  try {
    const bytes = isFile(content) ? await readFile(content.path) : content;
    const { binary } = ir ?? {};
    if (binary !== undefined && (!isFile(content) || content.path.endsWith(binary.extension))) return bytes;
    const { ok, text } = decodeUtf8(bytes);
    if (!ok) return new Error("the content is not UTF-8");
    return ir?.acceptsByteOrderMark === true ? text : text.replace(/^\uFEFF/, "");
  } catch (thrown) {
    return thrown as Error;
  }
}
