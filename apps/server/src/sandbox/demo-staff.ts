/** A staff account that anyone may sign in to. */
export interface DemoStaffMember {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly ('support' | 'compliance' | 'treasury' | 'listing' | 'auditor' | 'administrator')[];
  readonly password: string;
  /** The secret of the authenticator. It is public, like the password. */
  readonly totpSecret: string;
}

const member = (stem: string, name: string, roles: DemoStaffMember['roles']): DemoStaffMember => ({
  email: `${stem}@console.example`,
  name,
  roles,
  password: `${stem}-runs-the-show`,
  totpSecret: `sandbox ${stem} staff`,
});

/**
 * At least one staff member for each role; two for administrators, compliance and listing, because some of their
 * decisions need a second person with the same role.
 */
export const demoStaff: readonly DemoStaffMember[] = [
  member('administrator', 'Ada Moreau', ['administrator']),
  member('administrator2', 'Noor Haddad', ['administrator']),
  member('compliance', 'Jun Ito', ['compliance']),
  member('compliance2', 'Lena Brandt', ['compliance']),
  member('support', 'Tomas Silva', ['support']),
  member('treasury', 'Ines Keller', ['treasury']),
  member('listing', 'Maya Lindqvist', ['listing']),
  member('listing2', 'Omar Costa', ['listing']),
  member('auditor', 'Paul Okoye', ['auditor']),
];
