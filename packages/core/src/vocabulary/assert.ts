/** Stops the core if an invariant is broken: being down is better than being wrong. */
export const assert = (holds: boolean, broken: string): void => {
  if (!holds) throw new Error(broken);
};
