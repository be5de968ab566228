/** Code block of a Markdown page, which tests run, with the output that the page shows. */
export interface MarkdownExample {
  /** Line number of the opening fence. The first line of the page has the number 1. */
  readonly line: number;
  readonly language: "js" | "console" | "file" | "yaml" | "ts";
  /** File name after the language of the block, as in "```yaml passwright.config.yaml". */
  readonly file: string | undefined;
  readonly code: string;
  /** Content of the `text` block that directly follows this block, or `undefined` if no `text` block follows. */
  readonly output: string | undefined;
}

const FENCE = /^```(\w*)(?: (\S+))?\s*$/;

interface Block {
  readonly line: number;
  readonly language: string;
  readonly file: string | undefined;
  readonly text: string;
  /** Whether only blank lines separate the block from the previous block. */
  readonly followsBlock: boolean;
}

function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let open: (Omit<Block, "text"> & { readonly lines: string[] }) | undefined;
  let prose = true;
  page.split("\n").forEach((text, index) => {
    const fence = FENCE.exec(text);
    if (open !== undefined) {
      if (fence !== null && fence[1] === "") {
        const { lines, ...rest } = open;
        blocks.push({ ...rest, text: lines.map((line) => `${line}\n`).join("") });
        open = undefined;
        prose = false;
      } else {
        open.lines.push(text);
      }
    } else if (fence !== null) {
      open = { line: index + 1, language: fence[1] ?? "", file: fence[2], lines: [], followsBlock: !prose };
    } else if (text.trim() !== "") {
      prose = true;
    }
  });
  return blocks;
}

/**
 * Returns the examples of a page. A `js` block must print the content of the `text` block that directly follows. In a
 * `console` block, lines that start with `$ ` are commands, and other lines are output. A block with a file name is the
 * content of a file that later blocks use. A `yaml` or `ts` block without a file name quotes a file of the repository,
 * or is a config.
 */
export function markdownExamples(page: string): MarkdownExample[] {
  const blocks = blocksOf(page);
  return blocks.flatMap((block, index): MarkdownExample[] => {
    const { language, line, file, text } = block;
    if (language === "console") return [{ language, line, file, code: text, output: undefined }];
    if (language !== "js" && file !== undefined)
      return [{ language: "file", line, file, code: text, output: undefined }];
    if (language === "yaml" || language === "ts") return [{ language, line, file, code: text, output: undefined }];
    if (language !== "js") return [];
    const next = blocks[index + 1];
    const output = next?.language === "text" && next.followsBlock ? next.text : undefined;
    return [{ language, line, file, code: text, output }];
  });
}

/** Runs each command of a `console` block. Returns the block with the output of the commands. */
export function runConsole(block: string, outputOf: (command: string) => string): string {
  const commands = block.split("\n").filter((line) => line.startsWith("$ "));
  return commands
    .map((line) => {
      const output = outputOf(line.slice(2));
      // Ends the output with a line break, because the next command or the closing fence must start a new line.
      return `${line}\n${output}${output === "" || output.endsWith("\n") ? "" : "\n"}`;
    })
    .join("");
}
