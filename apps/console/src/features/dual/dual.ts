import type { CallResponse } from '../../lib/api.ts';

export type DualView = CallResponse<'GET /api/v3/console/dual'>;
export type PoolRow = DualView['pools'][number];
export type OfferRow = DualView['offers'][number];

export const DUAL_KEY = ['dual'] as const;

/** The coins with offers. */
export const dualCoins = ['BTC', 'ETH'] as const;
export const dualSides = ['SELL_HIGH', 'BUY_LOW'] as const;
export type DualSide = (typeof dualSides)[number];

/** The typed values of a new offer: amounts and rates are plain decimals, the expiry is a time in UTC. */
export interface OfferForm {
  readonly coin: string;
  readonly side: DualSide;
  readonly strike: string;
  readonly apr: string;
  readonly move: string;
  readonly expires: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly quota: string;
}

export const figureFields = ['strike', 'apr', 'move', 'minimum', 'maximum', 'quota'] as const;

export const emptyOffer: OfferForm = {
  coin: 'BTC',
  side: 'SELL_HIGH',
  strike: '',
  apr: '',
  move: '3',
  expires: '',
  minimum: '',
  maximum: '',
  quota: '',
};

const PLAIN = /^[0-9]{1,16}(\.[0-9]{1,18})?$/;
const isPositive = (text: string): boolean => PLAIN.test(text) && /[1-9]/.test(text);

/** The first field that is missing or invalid; the server checks the rest. */
export function faultOf(form: OfferForm): (typeof figureFields)[number] | 'expires' | undefined {
  const figure = figureFields.find((field) => !isPositive(form[field]));
  if (figure !== undefined) return figure;
  return Number.isNaN(expiryOf(form)) ? 'expires' : undefined;
}

/** The expiry in milliseconds; NaN if it is not a time. */
export const expiryOf = ({ expires }: OfferForm): number => Date.parse(`${expires}Z`);
