/** The client's conversions, done and waiting, are kept under this key. */
export const CONVERTS_KEY = ['converts'] as const;
