/** Stops the core if an invariant is broken: it is better to be down than to be wrong. */
export const assert = (holds: boolean, broken: string): void => {
  if (!holds) throw new Error(broken);
};
