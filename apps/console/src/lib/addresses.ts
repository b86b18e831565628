/** In groups of four, as one compares it. */
export const grouped = (address: string): string => address.replace(/(.{4})(?=.)/g, '$1 ');
