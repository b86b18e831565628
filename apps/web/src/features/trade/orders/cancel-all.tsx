import { useTranslation } from 'react-i18next';
import { marketLabel } from '../../../lib/market-names.ts';
import { CancelAllButton } from '../shared/cancel-all.tsx';
import { useTrade } from '../shared/trade-context.ts';

type CancelAllProps = {
  readonly count: number;
  /** If given, only orders of this pair are cancelled. */
  readonly pairName: string | undefined;
};

/** Cancels the orders in the list of spot orders. */
export function CancelAll({ count, pairName }: CancelAllProps) {
  const { t } = useTranslation('trade');
  const { desk } = useTrade();
  const text =
    pairName === undefined
      ? t('cancelAll.everywhere', { count })
      : t('cancelAll.onPair', { count, pair: marketLabel(pairName) });
  return <CancelAllButton count={count} text={text} cancel={() => desk.cancelAll(pairName)} />;
}
