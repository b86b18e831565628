/**
 * Reads a small value stored in this browser, such as chart settings or recent coins: never a token, and never anything
 * the page depends on, as storage may be missing, full or from another version.
 */
export const readStored = <T>(key: string, accept: (value: unknown) => value is T): T | undefined => {
  try {
    const text = localStorage.getItem(`vitrine.${key}`);
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return accept(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

export const writeStored = (key: string, value: unknown): void => {
  try {
    if (value === undefined) localStorage.removeItem(`vitrine.${key}`);
    else localStorage.setItem(`vitrine.${key}`, JSON.stringify(value));
  } catch {
    // A private window without storage: the setting lasts as long as the page.
  }
};
