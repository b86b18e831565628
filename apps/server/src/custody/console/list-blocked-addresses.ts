import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { blockedItem } from './withdrawal-review-view.ts';

export const consoleBlockedAddresses: Handler<typeof endpoints.consoleBlockedAddresses> = async ({ services }) => ({
  addresses: (await services.withdrawals.blocked.list()).map(blockedItem),
});
