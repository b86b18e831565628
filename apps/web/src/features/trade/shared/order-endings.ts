import type { OrderEnding } from '@vitrine/contract';
import type { TFunction } from 'i18next';
import { i18n } from '../../../lib/i18n.ts';
import type { OwnOrder } from '../../../lib/own-order.ts';

/**
 * Why an order ended without being filled completely, as a sentence; unknown reasons of a newer server are shown as
 * received. Empty for any other order.
 */
export const endedText = (t: TFunction<'trade'>, why: string): string =>
  why === '' ? '' : t(`ended.${why as OrderEnding}`, { defaultValue: why });

/** 'Pending', 'Filled', or 'Cancelled: ' with the reason. */
export function stateText(t: TFunction<'trade'>, state: OwnOrder['state'], why: string): string {
  const label = t(`state.${state}`);
  return why === '' ? label : i18n.t('common:labelled', { label, text: endedText(t, why) });
}
