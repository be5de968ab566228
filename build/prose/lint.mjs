// Searches Markdown, comments, messages and titles of tests for the words to avoid in words.mjs. Without arguments,
// checks all files of the repository.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { TextlintKernel } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import { Processor } from "./source-prose.mjs";
import { stricter, words } from "./words.mjs";

const patternsOf = (list) => list.map(([avoid, use]) => ({ pattern: new RegExp(`\\b(?:${avoid})\\b`, "gi"), use }));
const [usual, strict] = [patternsOf(words), patternsOf([...words, ...stricter.words])];

function checkWords({ Syntax, RuleError, report, getFilePath }) {
  const patterns = stricter.except.test(getFilePath()) ? usual : strict;
  return {
    [Syntax.Str](node) {
      for (const { pattern, use } of patterns)
        for (const { 0: found, index } of node.value.matchAll(pattern))
          report(node, new RuleError(`avoid "${found}", write: ${use}`, { index }));
    },
  };
}

const kernel = new TextlintKernel();
const rules = [{ ruleId: "words", rule: checkWords }];
const plugins = [
  { pluginId: "markdown", plugin: markdown.default },
  { pluginId: "source", plugin: { Processor } },
];

const listed = () =>
  execFileSync("git", ["ls-files", "*.md", "*.ts", "*.mjs"], { encoding: "utf8" }).trim().split("\n");
const skipped = /\/golden\/|\/fixtures\/|\.api\.md$|(?:^|\/)CHANGELOG|^docs\/errors\/|^build\/prose\//;
const files = process.argv.length > 2 ? process.argv.slice(2) : listed().filter((file) => !skipped.test(file));
for (const filePath of files) {
  const settings = { filePath, ext: extname(filePath), rules, plugins };
  const { messages } = await kernel.lintText(readFileSync(filePath, "utf8"), settings);
  for (const { loc, message } of messages)
    process.stderr.write(`${filePath}:${loc.start.line}:${loc.start.column}: ${message}\n`);
  if (messages.length > 0) process.exitCode = 1;
}
