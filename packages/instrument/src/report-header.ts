const WIDTH = 80;
const RULE = `===${"-".repeat(73)}===`;

/** The three lines over a report of LLVM's, the title in the middle. */
export function reportHeader(title: string): string {
  return `${RULE}\n${" ".repeat(Math.floor((WIDTH - title.length) / 2))}${title}\n${RULE}\n`;
}
