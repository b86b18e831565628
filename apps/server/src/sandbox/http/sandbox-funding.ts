import { ratePpm } from '@vitrine/money';
import { fundingPpm } from '../../futures/funding/funding-rates.ts';
import { signedRateText } from '../../futures/http/wire.ts';
import { submit } from '../../http/submit.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

const PPM_PER_PERCENT = 10_000;

export const sandboxFunding: Handler<'sandboxFunding'> = async ({ services, body }) => {
  const coin = body.coin.toUpperCase();
  const perpetual = services.instruments.perpetuals().find(({ base }) => base.code === coin);
  if (perpetual === undefined) throw new ApiError('unknown_coin', { coin: body.coin });
  const { market } = perpetual;
  const ppm =
    body.ratePercent === undefined
      ? ((await services.fundingRates.current()).get(market) ?? fundingPpm(0))
      : Math.round(body.ratePercent * PPM_PER_PERCENT);
  const payer = ppm > 0 ? 'long' : 'short';
  const { position } =
    ppm === 0
      ? services.core
      : await submit(services, { kind: 'SettleFunding', market, payer, ratePpm: ratePpm(Math.abs(ppm)) });
  return { message: 'success', rate_percent: signedRateText(ppm), position };
};
