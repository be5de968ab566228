import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import type { OrderInput } from "@passwright/runner";
import * as errors from "../errors/index.ts";
import { overwrittenBy } from "../output/output-check.ts";
import { writeOrReport } from "../output/output.ts";
import { orderText } from "../orders/order-text.ts";
import type { CommandBody } from "./command.ts";
import { BUDGETS } from "./time-limit.ts";

/** `passwright xray`: reports plugins of SVGO, PostCSS, Babel, remark or rehype whose order changes the output. */
export const xray: CommandBody = async (args, terminal) => {
  const { assembleRecipe, findInputs, freshProcess, measureWith, noToolConfig, severalToolConfigs, toolOf, tryOrders } =
    await import("@passwright/runner");
  const found = args.operands.length > 0 ? [] : readdirSync(terminal.cwd).filter(toolOf).sort();
  if (found.length > 1) return { diagnostics: [severalToolConfigs(found)] };
  const [config = found[0], ...named] = args.operands;
  if (config === undefined) return { diagnostics: [noToolConfig()] };
  const html = args.value("html");
  const missing = [config, ...named].filter(
    (one) => statSync(resolve(terminal.cwd, one), { throwIfNoEntry: false }) === undefined,
  );
  if (missing.length > 0) return { diagnostics: missing.map((one) => errors.noSuchInput(one, undefined)) };
  const measured = args.value("measure");
  const measure = measured === undefined ? undefined : measureWith(measured, { cwd: terminal.cwd });
  if (measure?.ok === false) return { diagnostics: [measure.diagnostic] };
  const path = resolve(terminal.cwd, config);
  const recipeFor = (example: string | undefined) =>
    ({ kind: "tool", config: { path, ...(example !== undefined && { example }) } }) as const;
  const example = named.map((input) => resolve(terminal.cwd, input)).find((input) => statSync(input).isFile());
  let recipe = recipeFor(example);
  let made = await assembleRecipe(recipe);
  if (!made.ok) return { diagnostics: made.diagnostics };
  const { extensions } = made.assembly;
  const notes = [...made.notes];
  const paths = (named.length === 0 ? [dirname(path)] : named).flatMap((input) => {
    const full = resolve(terminal.cwd, input);
    if (!statSync(full).isDirectory()) return [full];
    const inFolder = findInputs(full, extensions);
    notes.push(...inFolder.notes);
    return inFolder.paths;
  });
  if (paths.length === 0) return { diagnostics: [errors.noInputFor(extensions, notes)] };
  if (example === undefined && toolOf(path)?.id === "babel") {
    // Presets of Babel depend on the extension of the input.
    recipe = recipeFor(paths[0]);
    made = await assembleRecipe(recipe);
    if (!made.ok) return { diagnostics: made.diagnostics };
  }
  const inputs = paths.map((one): OrderInput => ({
    file: relative(terminal.cwd, one),
    content: readFileSync(one, "utf8"),
  }));
  const overwritten = overwrittenBy([{ file: html, by: "--html" }], { files: [config, ...paths] }, terminal.cwd);
  if (overwritten.length > 0) return { diagnostics: overwritten };
  const report = await tryOrders(made.assembly, inputs, {
    framework: true,
    // Ignores rules, because they come from Passwright's package for the tool and not from the user.
    ignoreRules: true,
    splits: false,
    budget: { seconds: args.number("budget") ?? BUDGETS.xray },
    ...(measure?.ok === true && { measure: measure.measure }),
    runFresh: freshProcess(recipe, { cwd: terminal.cwd }),
    onProgress: (done, all) => terminal.progress?.(`${done} of ${all} inputs`),
    onPartialReport: (one) => {
      const partial = { ...one, notTried: [...notes, ...one.notTried] };
      terminal.partial?.(orderText(partial), partial);
    },
  });
  terminal.progress?.("");
  const all = { ...report, notTried: [...notes, ...report.notTried] };
  if (html !== undefined) {
    const { emptyRecording, pageOf } = await import("../view/page.ts");
    const page = await pageOf(emptyRecording(`Orders of ${basename(config)}`, { orders: all }));
    const unwritten = writeOrReport(html, page, terminal);
    if (unwritten.length > 0) return { diagnostics: unwritten };
  }
  return { diagnostics: errors.noOrderTried(report), json: () => all, text: () => orderText(all) };
};
