import { didYouMean, errorDiagnostic as error, quoted, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/* Errors of `passwright new`: PWR0601 to PWR0605. */

export function badNpmName(name: string, reasons: readonly string[]): Diagnostic {
  const help = "use a name such as `passwright-plugin-fold` or `@you/passwright-plugin-fold`";
  return error("PWR0601", `\`${name}\` is not a valid npm package name`, help, { notes: reasons });
}

export function wouldOverwrite(folder: string, files: readonly string[], isPass: boolean): Diagnostic {
  const help = isPass
    ? "use another name for the pass"
    : "pass a different folder after the package name, or move the existing files";
  const message = `no file was written, because \`${folder}\` already contains some of the new files`;
  return error("PWR0602", message, help, { notes: files });
}

export function cannotMake(folder: string, reason: string): Diagnostic {
  const message = `\`${folder}\` cannot be written: ${reason}`;
  return error("PWR0603", message, "pass a writable folder after the package name");
}

export function noPackageForPass(folder: string): Diagnostic {
  const help = "change to the folder of such a package, or create one with `passwright new plugin NAME`";
  return error("PWR0604", `folder \`${folder}\` is not inside the package of a plugin or framework`, help);
}

/* PWR0605: a framework does not have the data that `passwright new plugin --for` needs. */

export function unknownHost(name: string, tools: readonly string[]): Diagnostic {
  const message = `\`${name}\` is neither a tool with a template nor an installed package`;
  const help = didYouMean(suggest(name, tools), `use one of ${quoted(tools)}, or install the package of a framework`);
  return error("PWR0605", message, help);
}

export function notAFramework(name: string): Diagnostic {
  const help = "pass the name of an installed package with a framework, or leave out `--for`";
  return error("PWR0605", `\`${name}\` is not a package with a framework`, help);
}

export function noTextOfFramework(framework: string): Diagnostic {
  const message = `the IR of framework \`${framework}\` does not declare how inputs are read`;
  return error("PWR0605", message, "declare `extensions` and `parse` in the IR of the framework");
}

export function noPositionInFramework(framework: string): Diagnostic {
  const message = `framework \`${framework}\` does not have a position at which a pass without an anchor can run`;
  return error("PWR0605", message, "declare an extension point in the pipeline of the framework");
}

export function noTemplateForGraph(framework: string): Diagnostic {
  const message = `framework \`${framework}\` has a graph of pipelines, but the template of a plugin needs a single pipeline`;
  const help =
    "create the plugin without `--for`, and add its passes in `setup` with `environment.graph?.pipeline(NAME)`";
  return error("PWR0605", message, help);
}

export function noExampleOfFramework(framework: string, extensions: readonly string[]): Diagnostic {
  const message = `the package of framework \`${framework}\` does not contain an input that the framework can parse`;
  const help = `add a file that ends with ${extensions.map((one) => `\`${one}\``).join(" or ")} to the package, and list it in \`files\` of package.json`;
  return error("PWR0605", message, help);
}
