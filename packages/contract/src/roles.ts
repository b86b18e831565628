/** The roles of staff; one person may have several. */
export const staffRoles = ['support', 'compliance', 'treasury', 'listing', 'auditor', 'administrator'] as const;
export type StaffRole = (typeof staffRoles)[number];

interface StaffCall {
  readonly method: 'GET' | 'POST';
  readonly roles?: readonly StaffRole[];
}

/**
 * Whether someone with these roles may make the call: an auditor may read everything, an administrator may do
 * everything.
 */
export const mayCall = ({ method, roles: allowed = [] }: StaffCall, roles: readonly StaffRole[]): boolean =>
  roles.some((role) => role === 'administrator' || allowed.includes(role) || (role === 'auditor' && method === 'GET'));
