/** The name under which the sender or reader of a file is counted and recorded. */
export const clientSender = (owner: number): string => `client ${owner}`;
export const staffSender = (staffId: string): string => `staff ${staffId}`;
