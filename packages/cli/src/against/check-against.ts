import { escapeData } from "@passwright/core";
import { findSimilarPackage, readConfig, readPackages } from "@passwright/loader";
import * as errors from "../errors.ts";
import type { Arguments } from "../commands/flags.ts";
import { exitCodeOf, report } from "../session/session.ts";
import type { Target } from "../session/session.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { Compatibility, readAsked } from "./compatibility.ts";
import type { Fit } from "./compatibility.ts";
import { terminalJson } from "../render/terminal-json.ts";

/** How a plugin fits each of the frameworks that were asked about. */
interface Row {
  readonly plugin: string;
  readonly fits: readonly (Fit & { readonly framework: string })[];
}

/** `passwright check --against`: a table of plugins and frameworks, from manifests alone. */
export async function checkAgainst(
  texts: readonly string[],
  target: Target,
  args: Arguments,
  terminal: Terminal,
): Promise<ExitCode> {
  const asked = texts.flatMap((text) => readAsked(text) ?? []);
  const problems = texts.filter((text) => readAsked(text) === undefined).map((text) => errors.badAgainst(text));
  const rows: Row[] = [];
  const diagnostics = [...problems];
  if (problems.length === 0) {
    const { cwd } = terminal;
    // A config that is code is not run either.
    const read = await readConfig(target.config, cwd, { dataOnly: true });
    const found = read.ok
      ? await readPackages(read.config, { cwd, without: args.values.get("without") ?? [] })
      : { diagnostics: read.diagnostics, packages: undefined };
    diagnostics.push(...found.diagnostics);
    if (read.ok && found.packages !== undefined) {
      const plugins = found.packages.plugins.map((plugin) => plugin.package);
      const compatibility = new Compatibility(read.config.path, cwd);
      const columns = await Promise.all(asked.map((one) => compatibility.fitsOf(plugins, one)));
      const missing = asked.filter((_, column) => columns[column] === undefined);
      diagnostics.push(
        ...missing.map(({ name }) => errors.noSuchFramework(name, findSimilarPackage(name, read.config.path))),
      );
      if (missing.length === 0)
        plugins.forEach(({ name, version }, index) => {
          const fits = asked.map((one, column) => ({
            framework: `${one.name}@${one.range}`,
            ...(columns[column]?.[index] as Fit),
          }));
          rows.push({ plugin: version === undefined ? name : `${name} ${version}`, fits });
        });
    }
  }
  for (const { plugin, fits } of rows) {
    for (const { framework, verdict, reasons } of fits) {
      if (verdict === "does not fit") diagnostics.push(errors.doesNotFit(plugin, framework, reasons));
    }
  }
  if (args.flags.has("json")) terminal.out(`${terminalJson({ plugins: rows, diagnostics })}\n`);
  else {
    report(diagnostics, args, terminal);
    if (rows.length > 0) terminal.out(`${tableText(rows)}\n`);
  }
  return exitCodeOf(diagnostics);
}

/** A line for each plugin and framework. */
function tableText(rows: readonly Row[]): string {
  const lines = escapeData(rows).flatMap(({ plugin, fits }) =>
    fits.map(({ framework, verdict, reasons }) => [plugin, framework, verdict, reasons.join("; ")] as const),
  );
  const width = (column: 0 | 1 | 2): number => Math.max(...lines.map((line) => line[column].length));
  const [plugins, frameworks, verdicts] = [width(0), width(1), width(2)];
  return lines
    .map(([plugin, framework, verdict, why]) =>
      `${plugin.padEnd(plugins)}  ${framework.padEnd(frameworks)}  ${verdict.padEnd(verdicts)}  ${why}`.trimEnd(),
    )
    .join("\n");
}
