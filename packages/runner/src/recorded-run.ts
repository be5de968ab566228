import { GROUP_MEMBER } from "@passwright/core";
import type { Instrumentation, PassAtWork } from "@passwright/core";
import {
  areActivitiesFollowed,
  beginActivity,
  during,
  memberNames,
  running,
  withMembers,
} from "@passwright/sdk/loading";
import type { DescribeActivity } from "@passwright/sdk/loading";

/** Manager or schedule that runs. */
interface Runs {
  readonly atWork: PassAtWork | undefined;
}

/**
 * Records the running pass of a manager or schedule as the current activity of this thread. If the pass never ends, the
 * main thread can then report the name of the pass.
 */
class PassRecorder {
  readonly instrumentation: Instrumentation<object>;
  /** Functions that end the activities of running passes. An outer pass precedes its nested passes. */
  readonly #open: (() => void)[] = [];
  readonly #runs: Runs;

  constructor(runs: Runs) {
    this.#runs = runs;
    const describe = running(runs, "");
    const begin = (activity: DescribeActivity): void => void this.#open.push(beginActivity(activity));
    const end = (isRecorded: boolean): void => void (isRecorded && this.#open.pop()?.());
    this.instrumentation = {
      name: "activities",
      allowsThreads: true,
      beforePass: (pass) => {
        if (!pass.isAdaptor) begin(() => withMembers(describe(), memberNames(pass)));
      },
      afterPass: ({ isAdaptor }) => end(!isAdaptor),
      afterPassFailed: ({ isAdaptor }) => end(!isAdaptor),
      beforeAction: ({ tag }) => {
        if (tag === GROUP_MEMBER) begin(describe);
      },
      afterAction: ({ tag }) => end(tag === GROUP_MEMBER),
    };
  }

  /** Calls `run`, which runs the pipeline on the input `file`. */
  async during<T>(file: string, run: () => Promise<T>): Promise<T> {
    try {
      return await during(running(this.#runs, file), run);
    } finally {
      // An aborted run does not call the hooks of its passes.
      for (const end of this.#open.splice(0)) end();
    }
  }
}

const recorders = new WeakMap<object, PassRecorder>();

/**
 * Calls `run`, which runs `manager` on the input `file`. Records the running pass if the main thread watches this
 * thread. Otherwise, does not add an instrumentation, because batches do not run with instrumentations.
 */
export function recorded<T>(
  manager: Runs & { addInstrumentation(one: Instrumentation<object>): unknown },
  file: string,
  run: () => Promise<T>,
): Promise<T> {
  if (!areActivitiesFollowed()) return run();
  let recorder = recorders.get(manager);
  if (recorder === undefined) {
    recorder = new PassRecorder(manager);
    recorders.set(manager, recorder);
    manager.addInstrumentation(recorder.instrumentation);
  }
  return recorder.during(file, run);
}
