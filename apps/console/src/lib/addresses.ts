/** An address in groups of four characters, for comparison. */
export const grouped = (address: string): string => address.replace(/(.{4})(?=.)/g, '$1 ');
