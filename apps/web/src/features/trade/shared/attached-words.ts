import { formatPrice } from '@vitrine/ui';
import { i18n } from '../../../lib/i18n.ts';
import { ATTACHED, type AttachedForm } from './attached-prices.ts';
import type { ConfirmLine } from './order-desk.ts';

/** The attached prices, as lines of the confirmation. */
export const attachedLines = (form: AttachedForm, quote: string): ConfirmLine[] =>
  ATTACHED.filter((kind) => form.attaches && form[kind] !== '').map((kind) => ({
    label: i18n.t(`trade:attached.${kind}`),
    value: `${formatPrice(form[kind])} ${quote}`,
  }));
