import type { StaffRole } from '@vitrine/contract';
import { type MailContent, oneLine, quoted } from '../notifications/mail/mails.ts';
import { INVITATION_DAYS, type StaffMember } from './members/staff-members.ts';

/** Who changed somebody's access, who approved the change (undefined if one administrator was enough), and why. */
export interface AccessDecision {
  readonly by: string;
  readonly approvedBy?: string;
  readonly reason: string;
}

type About = Pick<StaffMember, 'email'>;

const message = (what: string, { approvedBy, reason }: AccessDecision): MailContent => ({
  subject: 'Console access changed',
  text: [
    what,
    ...(approvedBy === undefined ? [] : [`Approved by ${approvedBy}.`]),
    `Reason given: ${quoted(reason)}`,
    'If you do not recognize this change, contact an administrator immediately.',
  ].join('\n\n'),
});

export const givenMail = (
  { email, roles }: Pick<StaffMember, 'email' | 'roles'>,
  decision: AccessDecision,
): MailContent => message(`${decision.by} gave ${email} access to the console. Roles: ${roles.join(', ')}.`, decision);

export const rolesMail = (
  { email, roles: before }: Pick<StaffMember, 'email' | 'roles'>,
  roles: readonly StaffRole[],
  decision: AccessDecision,
): MailContent =>
  message(`${decision.by} changed the roles of ${email} from ${before.join(', ')} to ${roles.join(', ')}.`, decision);

export const resetMail = ({ email }: About, decision: AccessDecision): MailContent =>
  message(
    `${decision.by} reset the access of ${email}: the password, authenticator, passkeys and recovery codes were removed, all sessions were ended, and a new invitation was sent.`,
    decision,
  );

export const disabledMail = ({ email }: About, decision: AccessDecision): MailContent =>
  message(`${decision.by} disabled console access for ${email}.`, decision);

const IF_NOT_YOU = 'If this was not you, contact an administrator immediately.';

const ownPasskeyMail = (brand: string, name: string, change: 'added to' | 'removed from'): MailContent => ({
  subject: `A passkey was ${change} your ${brand} console account`,
  text: `The passkey ${quoted(name)} was ${change} your account.\n\n${IF_NOT_YOU}`,
});

export const passkeyAddedMail = (brand: string, name: string) => ownPasskeyMail(brand, name, 'added to');
export const passkeyRemovedMail = (brand: string, name: string) => ownPasskeyMail(brand, name, 'removed from');

export const passwordChangedMail = (brand: string): MailContent => ({
  subject: `Your ${brand} console password was changed`,
  text: `Your password was changed, and your other sessions were ended.\n\n${IF_NOT_YOU}`,
});

export const recoveryCodesMail = (brand: string): MailContent => ({
  subject: `New recovery codes for your ${brand} console account`,
  text: `New recovery codes were generated; the old codes no longer work.\n\n${IF_NOT_YOU}`,
});

export const invitationMail = (brand: string, { name }: Pick<StaffMember, 'name'>, link: string): MailContent => ({
  subject: `Your access to the ${brand} console`,
  text: `${oneLine(name)}, you have been given access to the ${brand} console.\n\nWithin ${INVITATION_DAYS} days, open this link to choose a password and set up an authenticator. The link works once:\n\n${link}\n\nIf you did not expect this invitation, contact an administrator.`,
});
