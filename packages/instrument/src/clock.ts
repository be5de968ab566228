/**
 * Function that returns the milliseconds since an arbitrary moment, such as `() => performance.now()`. The moment is
 * the same for all calls, and the result never decreases.
 */
export type Clock = () => number;
