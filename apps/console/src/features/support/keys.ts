import type { CallResponse } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';

export type Thread = CallResponse<'GET /api/v3/console/support/threads'>['threads'][number];
export type Message = CallResponse<'GET /api/v3/console/support/thread'>['messages'][number];

export const threadKey = (uid: string) => ['support', 'thread', uid] as const;

/** Whether the viewer's role may answer clients; other roles, such as auditors, have read access only. */
export const useMayAnswer = (): boolean =>
  useStaff()?.roles.some((role) => role === 'support' || role === 'compliance' || role === 'administrator') ?? false;
