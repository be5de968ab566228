import { checkBundled, isError, transform } from "./transform.ts";
import type { BundledPipeline } from "./transform.ts";

/** Members of webpack's loader context that this loader uses. */
interface LoaderContext {
  readonly resourcePath: string;
  getOptions(): BundledPipeline;
  async(): (error: Error | null, code?: string, map?: object) => void;
  addDependency(file: string): void;
  emitWarning(warning: Error): void;
  emitError(error: Error): void;
}

/**
 * Runs a pipeline on a file. webpack calls this function as a loader: `{ loader: "@passwright/bundlers/webpack",
 * options: { pipeline } }`. Reports errors and warnings to webpack with their positions, and forwards source maps to
 * webpack.
 */
export default function passwrightLoader(this: LoaderContext, text: string): void {
  const done = this.async();
  const settings = this.getOptions();
  checkBundled("the options of `@passwright/bundlers/webpack`", settings);
  const { pipeline } = settings;
  transform(settings, text, this.resourcePath).then(
    ({ code, map, diagnostics, dependencies }) => {
      for (const file of dependencies) this.addDependency(file);
      const errors: Error[] = [];
      for (const one of diagnostics) {
        const message = Object.assign(new Error(pipeline.render(one)), { name: "PasswrightDiagnostic", stack: "" });
        if (one.severity === "warning") this.emitWarning(message);
        else if (isError(one)) errors.push(message);
      }
      const [first, ...others] = errors;
      for (const other of others) this.emitError(other);
      if (first !== undefined) done(first);
      else done(null, code, map ?? undefined);
    },
    (thrown: unknown) => done(thrown as Error),
  );
}
