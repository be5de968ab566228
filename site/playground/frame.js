// The sandboxed frame: it runs each state in a new worker, and terminates the worker after a result or at the time
// limit. The frame has a separate origin, so the frame and its workers cannot access the page, the storage of the page,
// or the network.
let engine;
let spare;
let running;

/** Starts a worker. Calls `whenReady` when the worker has loaded the engine. */
function start() {
  const worker = new Worker(engine);
  const ready = new Promise((resolve) => worker.addEventListener("message", resolve, { once: true }));
  return { worker, ready };
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  if (data.engine !== undefined) {
    engine = URL.createObjectURL(new Blob([data.engine], { type: "text/javascript" }));
    spare = start();
    return;
  }
  running?.stop();
  void execute(data);
});

async function execute({ id, files, limit }) {
  const { worker, ready } = spare ?? start();
  spare = undefined;
  let timer;
  const current = {
    stop() {
      clearTimeout(timer);
      worker.terminate();
      if (running === current) running = undefined;
    },
  };
  running = current;
  const end = (answer) => {
    if (running !== current) return;
    current.stop();
    parent.postMessage({ id, ...answer }, "*");
    spare ??= start();
  };
  worker.addEventListener("error", (event) => end({ error: String(event.message) }));
  await ready;
  if (running !== current) return;
  worker.addEventListener("message", ({ data }) => end({ result: String(data) }));
  timer = setTimeout(() => end({}), limit);
  worker.postMessage({ files });
}
