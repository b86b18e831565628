import type { CallResponse } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';

export type Thread = CallResponse<'GET /api/v3/console/support/threads'>['threads'][number];
export type Message = CallResponse<'GET /api/v3/console/support/thread'>['messages'][number];

export const threadKey = (uid: string) => ['support', 'thread', uid] as const;

/** Whether the viewer's role may answer clients; other roles, such as auditors, have read access only. */
export const useMayAnswer = (): boolean =>
  useStaff()?.roles.some((role) => role === 'support' || role === 'compliance' || role === 'administrator') ?? false;

/** The name of a visitor's conversation in URLs and in messages of the stream. */
export const visitorUid = (id: number): string => `visitor-${id}`;

/** The id of the visitor's conversation in such a name; undefined for the name of a client's conversation. */
export function visitorIdOf(uid: string | undefined): number | undefined {
  const [, id] = /^visitor-(\d{1,15})$/.exec(uid ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}
