import type { endpoints } from '@vitrine/contract';
import { messageOnWire } from '../support-feed.ts';
import type { Handler } from '../../http/handler.ts';

export const sendSupportMessage: Handler<typeof endpoints.sendSupportMessage> = async ({
  services,
  session,
  body,
}) => ({
  message: messageOnWire(await services.support.conversations.write(session.owner, body)),
});
