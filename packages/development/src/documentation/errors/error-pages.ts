import { readExplanations } from "./explanations.ts";
import type { Explanation } from "./explanations.ts";
import { findTexts } from "./texts-in-tests.ts";
import type { ErrorText } from "./texts-in-tests.ts";

const INDEX_HEAD = `# Error codes

Every message has a code, and every code a page. The letter after \`PW\` names the package or a part of it; plugins use
other letters. The example messages are those that the tests expect. \`npm run docs\` writes these pages from
\`packages/development/errors\`.
`;

const PACKAGES: readonly (readonly [name: string, about: string])[] = [
  ["core", "passes, managers, pipeline text, the run"],
  ["ir", "the embedded IR and its text"],
  ["builder", "the pipeline under construction"],
  ["graph", "graphs of pipelines"],
  ["sdk", "IRs, frameworks, plugins, assemblies"],
  ["loader", "configs, manifests, plugins, hooks"],
  ["instrument", "timing, reproducers, the isolation check"],
  ["runner", "threads, many inputs, caches, queues, bisect, reduce, order experiments"],
  ["cli", "the commands"],
  ["testing", "the testing kit"],
  ["mlir-tools", "passes of installed programs like mlir-opt"],
  ["binaryen", "the plugin for WebAssembly"],
  ["svgo", "SVGO plugins as passes"],
  ["postcss", "PostCSS plugins as passes"],
  ["babel", "Babel plugins as passes"],
  ["unified", "remark and rehype plugins as passes"],
];

function pageOf(explanation: Explanation, said: ErrorText): string {
  const { code, title, meaning, example, advice } = explanation;
  return `# ${code}: ${title}

${meaning}

For example:

${example}

Example of the message:

\`\`\`text
${said.text}
\`\`\`

**What to do.** ${advice}

[All codes](README.md)
`;
}

function indexOf(explanations: readonly Explanation[]): string {
  const sections = PACKAGES.map(([name, about]) => {
    const rows = explanations
      .filter((explanation) => explanation.package === name)
      .map(({ code, title }) => `* [${code}](${code}.md) ${title}\n`);
    return `## \`${name}\`: ${about}\n\n${rows.join("")}`;
  });
  return `${INDEX_HEAD}\n${sections.join("\n")}`;
}

/**
 * Returns the pages of `docs/errors` by file name. Throws an error if the tests do not contain a diagnostic text for
 * every code.
 */
export function errorPages(): ReadonlyMap<string, string> {
  const explanations = readExplanations();
  const texts = findTexts();
  const pages = new Map([["README.md", indexOf(explanations)]]);
  for (const explanation of explanations) {
    const { code } = explanation;
    const said = texts.get(code);
    if (said === undefined) throw new Error(`no test has the full text of ${code}`);
    pages.set(`${code}.md`, pageOf(explanation, said));
  }
  return pages;
}
