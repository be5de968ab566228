/** Milliseconds since some fixed moment, never going back: `() => performance.now()`. */
export type Clock = () => number;
