import type { Handler } from '../services.ts';
import { quoteOnWire, readQuote } from './purchase-words.ts';

export const purchaseQuote: Handler<'purchaseQuote'> = async ({ services, query }) =>
  quoteOnWire(await readQuote(services, query));
