import type { endpoints } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import { QUOTE_LIFE_MS } from '../../convert/quotes.ts';
import type { Handler } from '../../services.ts';
import { amountText, leastOf, quoteNow, readConversion, SLIPPAGE_PPM } from './conversion.ts';
import { rateText } from './rate.ts';

export const convertQuote: Handler<typeof endpoints.convertQuote> = ({ services, session, body }) => {
  const { owner } = session;
  const conversion = readConversion(services, body);
  const { from, to, units } = conversion;
  const quote = quoteNow(services, owner, conversion);
  const minUnits = leastOf(quote.receivedUnits);
  const expiresMs = Date.now() + QUOTE_LIFE_MS;
  const terms = { owner, from: from.asset, to: to.asset, units, minUnits, expiresMs };
  const feeAsset = services.instruments.asset(quote.quote);
  return {
    quote_id: services.converts.quotes.sign(terms),
    from: from.code,
    to: to.code,
    amount: amountText(from, units),
    spent: amountText(from, quote.spentUnits),
    receives: amountText(to, quote.receivedUnits),
    least: amountText(to, minUnits),
    slippage_percent: formatDecimal(SLIPPAGE_PPM, 4),
    rate: rateText(from, quote.spentUnits, to, quote.receivedUnits),
    fee: amountText(feeAsset, quote.feeUnits),
    fee_coin: feeAsset.code,
    lifetime_ms: QUOTE_LIFE_MS,
    expires_at: expiresMs,
    position: services.core.position,
  };
};
