/**
 * A suite of tests that take long and that a change rarely breaks: what is packed and installed. The quick check
 * (PASSWRIGHT_QUICK=1) says that it leaves them out.
 */
export function describeSlow(title: string, body: () => void): void {
  if (process.env["PASSWRIGHT_QUICK"] === "1") describe.skip(`${title} (not in the quick check)`, body);
  else describe(title, body);
}
