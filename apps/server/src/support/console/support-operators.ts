import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const supportOperators: Handler<typeof endpoints.consoleSupportOperators> = async ({ services }) => ({
  operators: await services.support.conversations.operators(),
});
