import type { OrderEnding } from '@vitrine/contract';
import type { TFunction } from 'i18next';

/**
 * Why an order ended without being filled completely, as a sentence; unknown reasons of a newer server are shown as
 * received. Empty for any other order.
 */
export const endedText = (t: TFunction<'trade'>, why: string): string =>
  why === '' ? '' : t(`ended.${why as OrderEnding}`, { defaultValue: why });
