/** Stops the core where what must hold does not: better down than wrong. */
export const assert = (holds: boolean, broken: string): void => {
  if (!holds) throw new Error(broken);
};
