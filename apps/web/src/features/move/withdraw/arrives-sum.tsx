import { formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import { Figure, FormFigures } from '../shared/form-figures.tsx';

type ArrivesSumProps = {
  /** Amounts as plain decimals; an amount that is not known yet is undefined, and is shown as a dash. */
  readonly sum: {
    readonly amount: string | undefined;
    readonly fee: string | undefined;
    readonly arrives: string | undefined;
    readonly coin: string;
  };
};

/** Shows that the amount minus the fee is what arrives. */
export function ArrivesSum({ sum }: ArrivesSumProps) {
  const { t } = useTranslation('withdraw');
  const text = (value: string | undefined, sign = '') =>
    value === undefined ? '–' : `${sign}${formatPrice(trimZeros(value))} ${sum.coin}`;
  return (
    <FormFigures label={t('sum.label')}>
      <Figure name={t('sum.amount')}>{text(sum.amount)}</Figure>
      <Figure name={t('sum.fee')}>{text(sum.fee, '− ')}</Figure>
      <Figure name={t('sum.arrives')}>
        <b>{text(sum.arrives)}</b>
      </Figure>
    </FormFigures>
  );
}
