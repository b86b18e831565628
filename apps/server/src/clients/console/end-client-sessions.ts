import { ApiError } from '../../kit/api-error.ts';
import { BY_THE_EXCHANGE } from '../../kit/device.ts';
import { refuseOwn } from '../../staff/members/staff-member.ts';
import type { Handler } from '../services.ts';

export const consoleEndClientSessions: Handler<'consoleEndClientSessions'> = async (call) => {
  const { services, session, body } = call;
  const { uid, session_id, reason } = body;
  const file = await services.clientFiles.of(uid);
  refuseOwn(file.email, session);
  const before = (await services.clientFiles.sessions(file)).length;
  call.audit({ before: { sessions: before }, reason });
  if (session_id === undefined) await services.sessions.endAll(file.owner, 'revoked');
  else if (!(await services.sessions.endOf(file.owner, session_id, 'revoked'))) throw new ApiError('unknown_session');
  const ended = session_id === undefined ? before : 1;
  // The recorded event says that the exchange ended the sessions, but not from which IP address.
  if (ended > 0) {
    await services.securityEvents.record(file.owner, 'session_revoked', BY_THE_EXCHANGE, {
      sessions: String(ended),
      by: 'operator',
    });
  }
  call.audit({ after: { sessions: before - ended } });
  return { message: 'success', ended };
};
