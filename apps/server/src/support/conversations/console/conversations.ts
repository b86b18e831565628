import { pageSize } from '../../../http/paging.ts';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';
import { messageOnWire } from '../support-feed.ts';
import { threadView } from './conversation-view.ts';

export const supportThreads: Handler<'consoleSupportThreads'> = async ({ services, session, query }) => {
  const { state, assigned, limit } = query;
  const { conversations } = services.support;
  const threads = await conversations.list({
    ...(state && { state }),
    ...(assigned && { assignedTo: assigned === 'me' ? session.staffId : null }),
    limit: pageSize(limit),
  });
  return { threads: threads.map(threadView), waiting: await conversations.waiting() };
};

export const supportThread: Handler<'consoleSupportThread'> = async ({ services, query }) => {
  const { uid, before } = query;
  const { conversations } = services.support;
  const thread = await conversations.thread(uid);
  const { messages, hasMore } = await conversations.messages(thread.owner, before === undefined ? {} : { before });
  return {
    thread: threadView(thread),
    messages: messages.map(messageOnWire),
    delivered: thread.deliveredId,
    read: thread.readId,
    seen: thread.seenId,
    more: hasMore,
  };
};

export const supportOperators: Handler<'consoleSupportOperators'> = async ({ services }) => ({
  operators: await services.support.conversations.operators(),
});

export const supportAttachment: Handler<'consoleSupportAttachment'> = async ({ services, query, download }) => {
  const { conversations, attachments } = services.support;
  const { owner } = await conversations.thread(query.uid).catch(() => {
    throw new ApiError('unknown_attachment');
  });
  const { bytes, ...file } = await attachments.read(owner, query.id);
  download(file);
  return bytes;
};

export const supportSeen: Handler<'consoleSupportSeen'> = async ({ services, body }) => ({
  seen: await services.support.conversations.markSeen(body.uid, body.up_to),
});

export const supportAssign: Handler<'consoleSupportAssign'> = async ({ services, body, audit }) => {
  const { uid, staff } = body;
  const { conversations } = services.support;
  const before = await conversations.thread(uid);
  const after = await conversations.assign(uid, staff === '' ? undefined : staff);
  const nameOf = ({ assignedTo }: typeof before) => assignedTo?.name ?? '';
  audit({ subject: `client ${uid}`, before: nameOf(before), after: nameOf(after) });
  return { thread: threadView(after) };
};

export const supportReply: Handler<'consoleSupportReply'> = async ({ services, session, body, audit, gone }) => {
  const { uid, ...sent } = body;
  const message = await services.support.conversations.reply(uid, session.staffId, sent, gone);
  audit({ subject: `client ${uid}`, after: { message: message.id } });
  return { message: messageOnWire(message) };
};

export const supportClose: Handler<'consoleSupportClose'> = async ({ services, body, audit }) => {
  const { conversations } = services.support;
  const before = await conversations.thread(body.uid);
  const after = await conversations.setState(body.uid, 'closed');
  audit({ before: before.state, after: after.state });
  return { thread: threadView(after) };
};

export const supportReopen: Handler<'consoleSupportReopen'> = async ({ services, body, audit }) => {
  const { conversations } = services.support;
  const before = await conversations.thread(body.uid);
  const after = await conversations.setState(body.uid, 'open');
  audit({ before: before.state, after: after.state });
  return { thread: threadView(after) };
};
