/** Returns milliseconds since a fixed moment, and never decreases: `() => performance.now()`. */
export type Clock = () => number;
