/** Options of {@link mountViewer}. */
export interface ViewerOptions {
  /** Address of the step that is selected first. Default: the first step that changed something. */
  readonly step?: string;
  /** Called with the address of the selected step. */
  readonly onSelect?: (step: string) => void;
  /** Whether to show the header, which contains the title. Default: true. */
  readonly hasHeader?: boolean;
}

/** Step of a pipeline. */
export interface Selected {
  /** Path of the pipeline in a graph. */
  readonly path: string | undefined;
  readonly address: string;
}
