import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { threadView } from './support-thread-view.ts';

export const supportAssign: Handler<typeof endpoints.consoleSupportAssign> = async ({ services, body, audit }) => {
  const { uid, staff } = body;
  const { conversations } = services.support;
  const before = await conversations.thread(uid);
  const after = await conversations.assign(uid, staff === '' ? undefined : staff);
  const nameOf = ({ assignedTo }: typeof before) => assignedTo?.name ?? '';
  audit({ subject: `client ${uid}`, before: nameOf(before), after: nameOf(after) });
  return { thread: threadView(after) };
};
