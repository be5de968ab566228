const WIDTH = 80;
const RULE = `===${"-".repeat(73)}===`;

/** Returns the three header lines of an LLVM report, with the title centered. */
export function reportHeader(title: string): string {
  return `${RULE}\n${" ".repeat(Math.floor((WIDTH - title.length) / 2))}${title}\n${RULE}\n`;
}
