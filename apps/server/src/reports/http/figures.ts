import { wideText } from '../../projections/wire.ts';
import type { Services } from '../services.ts';

type Sources = Pick<Services, 'instruments'>;

/** Like `wideText`, for values that may be negative. */
export const signedWideText = (value: bigint, scale: number): string =>
  value < 0n ? `-${wideText(-value, scale)}` : wideText(value, scale);

const usdtScale = ({ instruments }: Sources): number => instruments.usdt?.scale ?? 0;

/** Returns a function that formats units of USDT. */
export const usdtText = (sources: Sources): ((units: bigint) => string) => {
  const scale = usdtScale(sources);
  return (units) => wideText(units, scale);
};

export const signedText = (sources: Sources): ((units: bigint) => string) => {
  const scale = usdtScale(sources);
  return (units) => signedWideText(units, scale);
};
