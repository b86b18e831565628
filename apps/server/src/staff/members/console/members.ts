import { normaliseEmail } from '../../../auth/email.ts';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';
import { changeAccess } from './access-approvals.ts';
import { staffView } from './staff-view.ts';

export const consoleAccess: Handler<'consoleAccess'> = async ({ services, session }) => {
  const { sessions, passkeys, recoveryCodes } = services.staff;
  const { staffId } = session;
  return {
    sessions: (await sessions.of(staffId)).map(({ id, ip, userAgent, createdAtMs, seenAtMs }) => ({
      id,
      ip,
      user_agent: userAgent,
      created_at: createdAtMs,
      seen_at: seenAtMs,
      current: id === session.id,
    })),
    passkeys: (await passkeys.of(staffId)).map(({ id, name, createdAtMs, usedAtMs }) => ({
      id,
      name,
      created_at: createdAtMs,
      used_at: usedAtMs ?? null,
    })),
    recovery_codes_left: await recoveryCodes.left(staffId),
  };
};

export const consoleStaff: Handler<'consoleStaff'> = async ({ services }) => ({
  staff: (await services.staff.members.list()).map((member) => ({
    ...staffView(member),
    status: member.status,
    created_at: member.createdAtMs,
    created_by: member.createdBy,
    decides_from: member.decidesFromMs ?? null,
    seen_at: member.seenAtMs ?? null,
    passkeys: member.passkeys,
  })),
});

export const consoleCreateStaff: Handler<'consoleCreateStaff'> = async (call) => {
  const { services, body } = call;
  const { name, roles, reason } = body;
  const email = normaliseEmail(body.email);
  if (email === undefined) throw new ApiError('email_invalid');
  if (await services.staff.members.isKnown(email)) throw new ApiError('email_taken');
  return changeAccess(call, {
    subject: `staff ${email}`,
    parameters: { kind: 'staff_create', email, name, roles },
    before: null,
    after: { name, email, roles },
    reason,
  });
};

export const consoleReinviteStaff: Handler<'consoleReinviteStaff'> = async (call) => {
  const { services, session, body } = call;
  const { id, reason } = body;
  if (id === session.staffId) throw new ApiError('own_account');
  const { email, status } = await services.staff.access.standing(id);
  return changeAccess(call, {
    subject: `staff ${email}`,
    parameters: { kind: 'staff_reinvite', id, before: status },
    before: { status },
    after: { status: 'invited' },
    reason,
  });
};

export const consoleChangeRoles: Handler<'consoleChangeRoles'> = async (call) => {
  const { services, session, body } = call;
  const { id, roles, reason } = body;
  if (id === session.staffId) throw new ApiError('own_account');
  const { email, status, roles: before } = await services.staff.access.standing(id);
  if (status === 'disabled') throw new ApiError('not_found');
  return changeAccess(call, {
    subject: `staff ${email}`,
    parameters: { kind: 'staff_roles', id, before, roles },
    before: { roles: before },
    after: { roles },
    reason,
  });
};

export const consoleDisableStaff: Handler<'consoleDisableStaff'> = async (call) => {
  const { services, session, body } = call;
  const { id, reason } = body;
  if (id === session.staffId) throw new ApiError('own_account');
  const { access } = services.staff;
  const { email, status } = await access.standing(id);
  call.audit({ subject: `staff ${email}`, before: { status }, after: { status: 'disabled' }, reason });
  await access.disable(id, { by: session.email, reason });
  return { message: 'success' };
};
