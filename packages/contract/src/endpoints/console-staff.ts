import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { staffRoles } from '../roles.ts';
import { Email, Exact, ReasonLike, Success, TimeMs, Words } from '../schema.ts';
import { StaffView } from './console-access.ts';

const Roles = Type.Array(Words(staffRoles), { minItems: 1, maxItems: staffRoles.length, uniqueItems: true });
const Id = Type.String({ minLength: 1, maxLength: 64 });
const Reason = ReasonLike('Joins the compliance team');

const area = 'console';

export const consoleStaffEndpoints = {
  consoleStaff: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/staff',
    area,
    access: 'staff',
    audited: false,
    errors: [],
    summary: 'Everyone who runs the exchange: roles, whether they have taken up their invitation, when last seen.',
    response: Exact({
      staff: Type.Array(
        Exact({
          ...StaffView.properties,
          status: Words(['invited', 'active', 'disabled']),
          created_at: TimeMs,
          created_by: Type.String(),
          seen_at: Type.Union([TimeMs, Type.Null()]),
          passkeys: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
  }),
  consoleCreateStaff: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/staff/create',
    area,
    access: 'staff',
    errors: ['email_invalid', 'email_taken'],
    summary: 'Makes a member of staff and mails them an invitation, good for three days.',
    body: Exact({ email: Email, name: Type.String({ minLength: 2, maxLength: 80 }), roles: Roles, reason: Reason }),
    response: Exact({ staff: StaffView }),
  }),
  consoleChangeRoles: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/staff/roles',
    area,
    access: 'staff',
    errors: ['not_found', 'own_account', 'last_administrator'],
    summary: 'Changes someone else’s roles, from their next call on.',
    body: Exact({ id: Id, roles: Roles, reason: Reason }),
    response: Success,
  }),
  consoleDisableStaff: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/staff/disable',
    area,
    access: 'staff',
    errors: ['not_found', 'own_account', 'last_administrator'],
    summary: 'Disables someone and ends their sessions. The last administrator stays.',
    body: Exact({ id: Id, reason: Reason }),
    response: Success,
  }),
  consoleReinviteStaff: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/staff/reinvite',
    area,
    access: 'staff',
    errors: ['not_found', 'own_account'],
    summary:
      'Begins someone’s access anew: password, authenticator, passkeys and sessions end, and an invitation is mailed.',
    body: Exact({ id: Id, reason: Reason }),
    response: Success,
  }),
};
