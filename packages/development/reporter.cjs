// This file is plain JavaScript, so that mocha can use it before anything is built.
"use strict";

const { relative } = require("node:path");
const { reporters, Runner } = require("mocha");
const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } = Runner.constants;

const dotsPerLine = 100;

/** Returns lines with the `count` names that took the most milliseconds. */
function longest(milliseconds, count) {
  return [...milliseconds]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, duration]) => `${String(Math.round(duration)).padStart(8)} ms  ${name}\n`)
    .join("");
}

/**
 * Prints a dot for each test, then skipped suites with the reason that their title gives, then each failure after a
 * line `failed:`. The last line is exactly `N passed, N failed, N skipped`, so that programs can read it.
 * `--reporter-option slowest=20` also prints the 20 slowest files and the 20 slowest tests.
 */
module.exports = class Summary extends reporters.Base {
  #column = 0;
  #skipped = new Map();
  #slowest;
  #files = new Map();
  #tests = new Map();

  constructor(runner, options) {
    super(runner, options);
    this.#slowest = Number(options?.reporterOptions?.slowest ?? 0);
    runner.on(EVENT_TEST_PASS, (test) => {
      this.#dot(".");
      const file = relative(process.cwd(), test.file ?? "");
      this.#files.set(file, (this.#files.get(file) ?? 0) + test.duration);
      this.#tests.set(`${file}: ${test.fullTitle()}`, test.duration);
    });
    runner.on(EVENT_TEST_FAIL, () => this.#dot("!"));
    runner.on(EVENT_TEST_PENDING, (test) => {
      this.#dot(",");
      const suite = test.parent.fullTitle();
      this.#skipped.set(suite, (this.#skipped.get(suite) ?? 0) + 1);
    });
    runner.once(EVENT_RUN_END, () => this.#end());
  }

  #dot(mark) {
    if (this.#column++ % dotsPerLine === 0) process.stdout.write("\n  ");
    process.stdout.write(mark);
  }

  #end() {
    process.stdout.write("\n");
    if (this.#skipped.size > 0) process.stdout.write("\nskipped:\n");
    for (const [suite, count] of this.#skipped) process.stdout.write(`  ${count} in ${suite}\n`);
    if (this.#slowest > 0) {
      process.stdout.write(`\nslowest files:\n${longest(this.#files, this.#slowest)}`);
      process.stdout.write(`\nslowest tests:\n${longest(this.#tests, this.#slowest)}`);
    }
    if (this.failures.length > 0) {
      process.stdout.write("\nfailed:\n");
      reporters.Base.list(this.failures);
    }
    const { passes, failures, pending } = this.stats;
    process.stdout.write(`\n${passes} passed, ${failures} failed, ${pending} skipped\n`);
  }
};
