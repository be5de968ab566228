import { errorDiagnostic as error } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/** Reports PWH0401: a package for queues is not installed. */
export function missingQueuePackage(): Diagnostic {
  const message = "queues need the packages `bullmq` and `ioredis`, which are not installed";
  return error("PWH0401", message, "install them with `npm install bullmq ioredis`");
}

/** Reports PWH0402: a queue cannot be reached. */
export function unreachableQueue(url: string, reason: string): Diagnostic {
  const help = "start Redis or Valkey at this address, or correct the URL";
  return error("PWH0402", `the queue at ${url} cannot be reached: ${reason}`, help);
}

/** Reports PWH0403: a URL is not the URL of a queue. */
export function badQueueUrl(): Diagnostic {
  const help = "write `redis://HOST:PORT`, `rediss://USER:PASSWORD@HOST:PORT` for TLS, or `unix:///PATH` for a socket";
  return error("PWH0403", "the URL of the queue is invalid", help);
}

/**
 * Reports PWH0404: the code of a worker differs from the code of the run. `differences` contains one text for each fact
 * that differs.
 */
export function differentCode(differences: readonly string[]): Diagnostic {
  const shown = differences.slice(0, SHOWN);
  const rest = differences.length - shown.length;
  const notes = rest > 0 ? [...shown, `${rest} further differences`] : shown;
  const help =
    "use the same code and environment variables as on the machine that started the run, and start the worker again";
  return error("PWH0404", "the code of this worker differs from the code of the run", help, { notes });
}

/** Number of differences that a message lists. */
const SHOWN = 8;

/** Reports PWH0405: every worker that ran an input ended. */
export function endedWorkers(file: string, reason: string): Diagnostic {
  const message = `no worker of the queue finished input \`${file}\`: ${reason}`;
  return {
    ...error("PWH0405", message, "run only this input with `--isolate` to find the pass that ends the workers"),
    at: { file, line: 0, column: 0 },
  };
}

/** Reports PWH0406: results of a run cannot be sent to other machines. */
export function notForQueues(reasons: readonly string[]): Diagnostic {
  const message = "this run cannot use a queue, because other machines might compute different results";
  const help = "remove `--queue`, or change the code and settings that the notes list";
  return error("PWH0406", message, help, { notes: reasons });
}
