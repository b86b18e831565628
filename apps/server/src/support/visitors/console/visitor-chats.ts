import type { endpoints, ResponseOf } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import { messageOnWire } from '../../conversations/support-feed.ts';
import type { Handler } from '../../services.ts';
import type { VisitorChat } from '../visitor-chats.ts';

const view = (chat: VisitorChat): ResponseOf<typeof endpoints.consoleVisitorClose>['chat'] => ({
  id: chat.id,
  state: chat.state,
  language: chat.language,
  ...(chat.waitingSinceMs === undefined ? {} : { waiting_since: chat.waitingSinceMs }),
  last_at: chat.lastAtMs,
  ...(chat.assignedTo === undefined ? {} : { assigned_to: chat.assignedTo }),
});

const subjectOf = (id: number): string => `visitor chat ${id}`;

export const visitorChats: Handler<'consoleVisitorChats'> = async ({ services, query }) => ({
  chats: (await services.support.visitorChats.list(query.state)).map(view),
  waiting: await services.support.visitorChats.waiting(),
});

export const visitorChat: Handler<'consoleVisitorChat'> = async ({ services, query, audit }) => {
  audit({ subject: subjectOf(query.id) });
  const { visitorChats: chats } = services.support;
  const chat = await chats.chat(query.id);
  const { messages, hasMore } = await chats.messages(chat.id, query.before);
  return { chat: view(chat), messages: messages.map(messageOnWire), seen: chat.seenId, more: hasMore };
};

export const visitorReply: Handler<'consoleVisitorReply'> = async ({ services, session, body, audit }) => {
  audit({ subject: subjectOf(body.id) });
  const message = await services.support.visitorChats.reply(body.id, session.staffId, body);
  audit({ after: { message: message.id } });
  return { message: messageOnWire(message) };
};

export const visitorSeen: Handler<'consoleVisitorSeen'> = async ({ services, body, audit }) => {
  audit({ subject: subjectOf(body.id) });
  return { seen: await services.support.visitorChats.markSeen(body.id, body.up_to) };
};

export const visitorAssign: Handler<'consoleVisitorAssign'> = async ({ services, body, audit }) => {
  const { id, staff } = body;
  audit({ subject: subjectOf(id) });
  const { conversations, visitorChats: chats } = services.support;
  const isKnown = staff === '' || (await conversations.operators()).some((each) => each.id === staff);
  if (!isKnown) throw new ApiError('unknown_operator');
  const before = await chats.chat(id);
  const after = await chats.assign(id, staff === '' ? undefined : staff);
  audit({ before: before.assignedTo?.name ?? '', after: after.assignedTo?.name ?? '' });
  return { chat: view(after) };
};

export const visitorClose: Handler<'consoleVisitorClose'> = async ({ services, body, audit }) => {
  audit({ subject: subjectOf(body.id) });
  const before = await services.support.visitorChats.chat(body.id);
  const after = await services.support.visitorChats.close(body.id);
  audit({ before: before.state, after: after.state });
  return { chat: view(after) };
};
