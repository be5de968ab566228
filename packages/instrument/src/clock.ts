/** Returns the milliseconds since a fixed moment. Never decreases: for example `() => performance.now()`. */
export type Clock = () => number;
