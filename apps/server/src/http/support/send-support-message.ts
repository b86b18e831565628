import type { endpoints } from '@vitrine/contract';
import { messageOnWire } from '../../support/support-feed.ts';
import type { Handler } from '../handler.ts';

export const sendSupportMessage: Handler<typeof endpoints.sendSupportMessage> = async ({
  services,
  session,
  body,
}) => ({
  message: messageOnWire(await services.support.conversations.write(session.owner, body)),
});
