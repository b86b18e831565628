import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { messageOnWire } from '../support-feed.ts';

export const sendSupportMessage: Handler<typeof endpoints.sendSupportMessage> = async ({
  services,
  session,
  body,
}) => ({
  message: messageOnWire(await services.support.conversations.write(session.owner, body)),
});
