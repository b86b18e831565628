/** Whoever reaches for something has it loaded; if that fails, opening it says so. */
export const fetchAhead = (load: () => Promise<unknown>) => () => void load().catch(() => undefined);
