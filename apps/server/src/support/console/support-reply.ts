import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { messageOnWire } from '../support-feed.ts';

export const supportReply: Handler<typeof endpoints.consoleSupportReply> = async ({
  services,
  session,
  body,
  audit,
}) => {
  const { uid, ...sent } = body;
  const message = await services.support.conversations.reply(uid, session.staffId, sent);
  audit({ subject: `client ${uid}`, after: { message: message.id } });
  return { message: messageOnWire(message) };
};
