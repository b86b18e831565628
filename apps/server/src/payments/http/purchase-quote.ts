import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { quoteOnWire, readQuote } from './purchase-words.ts';

export const purchaseQuote: Handler<typeof endpoints.purchaseQuote> = async ({ services, query }) =>
  quoteOnWire(await readQuote(services, query));
