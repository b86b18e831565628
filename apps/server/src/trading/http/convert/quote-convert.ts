import { formatDecimal } from '@vitrine/money';
import { SLIPPAGE_PPM } from '../../convert/conversion.ts';
import * as acts from '../../convert/quoted-convert.ts';
import { QUOTE_LIFE_MS } from '../../convert/quotes.ts';
import type { Handler } from '../../services.ts';
import { amountText, readConversion } from './conversion.ts';
import { rateText } from './rate.ts';

export const quoteConvert: Handler<'quoteConvert'> = ({ services, session, body }) => {
  const conversion = readConversion(services, body);
  const { from, to, units } = conversion;
  const { quoteId, quote, minUnits, expiresMs } = acts.quoteConvert(services, session.owner, conversion);
  const feeAsset = services.instruments.asset(quote.quote);
  return {
    quote_id: quoteId,
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
