import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { staffRoles } from '../roles.ts';
import { Email, Exact, NameText, ReasonLike, Success, TimeMs, Words } from '../schema.ts';
import { StaffView } from './console-access.ts';

const Roles = Type.Array(Words(staffRoles), { minItems: 1, maxItems: staffRoles.length, uniqueItems: true });
const Id = Type.String({ minLength: 1, maxLength: 64 });
const Reason = ReasonLike('Joins the compliance team');

/** The request that awaits another administrator's approval; null if it was executed immediately. */
const Decided = Exact({ approval: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]) });

const forStaff = { area: 'console', access: 'staff' } as const;

export const consoleStaffEndpoints = {
  consoleStaff: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/staff',
    audited: false,
    errors: [],
    summary:
      'All staff members, with their roles, whether they have accepted their invitation, and when they were last seen.',
    response: Exact({
      staff: Type.Array(
        Exact({
          ...StaffView.properties,
          status: Words(['invited', 'active', 'disabled']),
          created_at: TimeMs,
          /** The time from which this person can make and approve requests; null until an authenticator is set up. */
          decides_from: Type.Union([TimeMs, Type.Null()]),
          created_by: Type.String(),
          seen_at: Type.Union([TimeMs, Type.Null()]),
          passkeys: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
  }),
  consoleCreateStaff: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/staff/create',
    errors: ['email_invalid', 'email_taken', 'approver_too_new'],
    summary:
      'Creates a member of staff and emails an invitation, valid for three days. If there are two or more administrators, a second one must approve this.',
    body: Exact({ email: Email, name: NameText({ minLength: 2, maxLength: 80 }), roles: Roles, reason: Reason }),
    response: Decided,
  }),
  consoleChangeRoles: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/staff/roles',
    errors: ['not_found', 'own_account', 'last_administrator', 'staff_changed', 'approver_too_new'],
    summary:
      'Changes the roles of another member of staff, effective from their next call. If there are two or more administrators, a second one must approve this.',
    body: Exact({ id: Id, roles: Roles, reason: Reason }),
    response: Decided,
  }),
  consoleDisableStaff: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/staff/disable',
    errors: ['not_found', 'own_account', 'last_administrator'],
    summary: 'Disables another member of staff and ends their sessions. The last administrator cannot be disabled.',
    body: Exact({ id: Id, reason: Reason }),
    response: Success,
  }),
  consoleReinviteStaff: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/staff/reinvite',
    errors: ['not_found', 'own_account', 'staff_changed', 'approver_too_new'],
    summary:
      'Resets the access of another member of staff, or enables a disabled one: the password, authenticator and passkeys are removed, sessions end, and an invitation is emailed. If there are two or more administrators, a second one must approve this.',
    body: Exact({ id: Id, reason: Reason }),
    response: Decided,
  }),
};
