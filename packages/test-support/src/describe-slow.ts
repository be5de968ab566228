const isQuick = (): boolean => process.env["PASSWRIGHT_QUICK"] === "1";

/**
 * A suite of tests that take long and that a change rarely breaks: what is packed and installed. The quick check
 * (PASSWRIGHT_QUICK=1) says that it leaves them out.
 */
export function describeSlow(title: string, body: () => void): void {
  if (isQuick()) describe.skip(`${title} (not in the quick check)`, body);
  else describe(title, body);
}

/** The same for one test, among others that are quick: great sizes, and processes or threads that are started many times. */
export function itSlow(title: string, body: (this: Mocha.Context) => void | Promise<void>): void {
  // Two kinds for mocha's types, one for mocha.
  (isQuick() ? it.skip : it)(title, body as Mocha.AsyncFunc);
}
