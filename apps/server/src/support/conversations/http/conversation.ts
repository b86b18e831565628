import { readIdCursor } from '../../../http/paging.ts';
import type { Handler } from '../../services.ts';
import { isOpen } from '../hours.ts';
import { messageOnWire } from '../support-feed.ts';

export const listSupportMessages: Handler<'supportMessages'> = async ({ services, session, query }) => {
  const { conversations } = services.support;
  const { limit = 30 } = query;
  const [{ messages, hasMore }, standing] = await Promise.all([
    conversations.messages(session.owner, { ...readIdCursor(query.cursor), limit }),
    conversations.standing(session.owner),
  ]);
  const { days, from, to } = services.exchangeSettings.current().supportHours;
  const [newest] = query.cursor === undefined ? messages : [];
  if (newest !== undefined && services.settings.role === 'leader')
    await conversations.markDelivered(session.owner, newest.id);
  const usualSeconds = await services.support.answerTimes.usualSeconds();
  const oldest = hasMore ? messages.at(-1) : undefined;
  return {
    messages: messages.map(messageOnWire),
    ...standing,
    hours: { open: isOpen({ days, from, to }, Date.now()), days: [...days], from, to },
    ...(usualSeconds === undefined ? {} : { usual_answer_seconds: usualSeconds }),
    ...(oldest === undefined ? {} : { next_cursor: String(oldest.id) }),
  };
};

export const sendSupportMessage: Handler<'sendSupportMessage'> = async ({ services, session, body, gone }) => ({
  message: messageOnWire(await services.support.conversations.write(session.owner, body, gone)),
});

export const readSupportMessages: Handler<'readSupportMessages'> = async ({ services, session, body }) => ({
  unread: await services.support.conversations.markRead(session.owner, body.up_to),
});

export const getSupportAttachment: Handler<'supportAttachment'> = async ({ services, session, query, download }) => {
  const { bytes, ...file } = await services.support.attachments.read(session.owner, query.id);
  download(file);
  return bytes;
};
