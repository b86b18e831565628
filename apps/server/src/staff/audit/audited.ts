import type { Endpoint } from '@vitrine/contract';
import type { AuditDetails, Call, Handler } from '../../http/handler.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Services } from '../services.ts';
import type { AuditPhase } from './audit-trail.ts';

/**
 * Matches the names of fields whose values the trail does not record: secrets, and drafts, which only their authors
 * see.
 */
const SECRET = /draft_fields|password|secret|token|code|image|photo|attachment|credential|assertion/i;
const LONGEST = 500;

/**
 * Wraps a handler for staff so that its calls are recorded: a view before anything is shown; an action before it
 * begins, and again with its outcome. If the first entry cannot be written, nothing is shown or done.
 */
export function audited<S extends Services>(key: string, handler: Handler<Endpoint, S>): Handler<Endpoint, S> {
  return async (call) => {
    const { request, record } = recorder(key, call as StaffCall);
    if (call.isRead) {
      await record('looked', { request });
      return handler(call);
    }
    await record('asked', { request });
    try {
      const answer = await handler(call);
      await record('done', call.auditDetails);
      return answer;
    } catch (error) {
      await record('refused', { ...call.auditDetails, code: error instanceof ApiError ? error.code : 'internal' });
      throw error;
    }
  };
}

type StaffCall = Call<Endpoint & { access: 'staff' }, Services>;

function recorder(action: string, { services, session, query, body, device }: StaffCall) {
  const sent = body instanceof Uint8Array ? { bytes: body.length } : (body as object | undefined);
  const request = withoutSecrets({ ...(query as object), ...sent });
  const record = (phase: AuditPhase, { subject = subjectOf(request), ...details }: AuditDetails & Recorded) =>
    services.audit.append({
      staffId: session.staffId,
      staffEmail: session.email,
      ip: device.ip,
      action,
      phase,
      subject,
      details,
    });
  return { request, record };
}

interface Recorded {
  readonly request?: Record<string, unknown>;
  readonly code?: string;
}

/** The client that a call is about, by the `uid` among the call's fields; empty if there is none. */
const subjectOf = ({ uid }: Record<string, unknown>): string => (typeof uid === 'string' ? `client ${uid}` : '');

const withoutSecrets = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shortened(name, value)]));

function shortened(name: string, value: unknown): unknown {
  if (SECRET.test(name)) return '(not recorded)';
  const text = JSON.stringify(value) ?? '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : value;
}
