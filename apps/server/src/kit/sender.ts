/** Who sends or reads a file, as it is counted and recorded. */
export const clientSender = (owner: number): string => `client ${owner}`;
export const staffSender = (staffId: string): string => `staff ${staffId}`;
