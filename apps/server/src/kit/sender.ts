/** The name under which the sender or reader of a file is counted and recorded. */
export const clientSender = (owner: number): string => `client ${owner}`;
const STAFF = 'staff ';
export const staffSender = (staffId: string): string => `${STAFF}${staffId}`;
export const isStaff = (sender: string): boolean => sender.startsWith(STAFF);
