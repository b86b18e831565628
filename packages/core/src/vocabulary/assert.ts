/** Stops the core when an invariant is broken: better down than wrong. */
export const assert = (holds: boolean, broken: string): void => {
  if (!holds) throw new Error(broken);
};
