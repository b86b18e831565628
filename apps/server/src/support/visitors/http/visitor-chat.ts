import { isOpen } from '../../conversations/hours.ts';
import { messageOnWire } from '../../conversations/support-feed.ts';
import type { Handler } from '../../services.ts';
import { KEPT_DAYS } from '../visitor-chats.ts';

/** The cookie with the secret of a visitor's conversation. */
const VISITOR_CHAT_COOKIE = '__Host-visitor-chat';

export const readVisitorChat: Handler<'visitorChat'> = async ({ services, cookie }) => {
  const { visitorChats, answerTimes } = services.support;
  const chat = await visitorChats.bySecret(cookie(VISITOR_CHAT_COOKIE));
  const { messages } = chat ? await visitorChats.messages(chat.id) : { messages: [] };
  const { days, from, to } = services.exchangeSettings.current().supportHours;
  const usualSeconds = await answerTimes.usualSeconds();
  return {
    messages: messages.map(messageOnWire),
    seen: chat?.seenId ?? 0,
    state: chat?.state ?? 'none',
    hours: { open: isOpen({ days, from, to }, Date.now()), days: [...days], from, to },
    ...(usualSeconds === undefined ? {} : { usual_answer_seconds: usualSeconds }),
  };
};

export const sendVisitorMessage: Handler<'sendVisitorMessage'> = async ({
  services,
  body,
  cookie,
  setCookie,
  device: { ip, language = 'en' },
}) => {
  const visitor = { secret: cookie(VISITOR_CHAT_COOKIE), ip, language };
  const { message, secret } = await services.support.visitorChats.write(body, visitor);
  setCookie(VISITOR_CHAT_COOKIE, secret, { maxAgeSeconds: KEPT_DAYS * 86_400 });
  return { message: messageOnWire(message) };
};

export const endVisitorChat: Handler<'endVisitorChat'> = async ({ services, cookie, clearCookie }) => {
  await services.support.visitorChats.end(cookie(VISITOR_CHAT_COOKIE));
  clearCookie(VISITOR_CHAT_COOKIE);
  return { message: 'success' };
};
