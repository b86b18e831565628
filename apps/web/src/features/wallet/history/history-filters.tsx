import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  earnDirections,
  earnProducts,
  earnTypes,
  type HistoryCause,
  type HistoryFilter,
  type HistoryTab,
  type HistoryWallet,
  hasCoins,
  historyCauses,
  historyWallets,
  statesOf,
} from '../../../lib/history-place.ts';
import { useEverPairs } from '../../../lib/market-data.ts';
import { marketLabel } from '../../../lib/market-names.ts';
import { useWalletOf } from '../../../lib/wallet.ts';
import { DateRangeField } from '../../../ui/date-range-field.tsx';
import styles from './history-panel.module.css';

export type FilterChange = { readonly [K in keyof HistoryFilter]?: HistoryFilter[K] | undefined };

type HistoryFiltersProps = {
  readonly tab: HistoryTab;
  readonly filter: HistoryFilter;
  /** Whether the first day is after the last. */
  readonly isReversed: boolean;
  /** Undefined or empty values in the change remove their filters. */
  readonly onChange: (change: FilterChange) => void;
  readonly onClear: () => void;
};

const stateKey = <State extends string>(tab: HistoryTab, state: State) =>
  tab === 'purchase' && state === 'cancelled' ? 'purchase.notDone' : (`state.${state}` as const);

/** The filters of the list. Every change goes back to the first page. */
export function HistoryFilters({ tab, filter, isReversed, onChange, onClear }: HistoryFiltersProps) {
  const { t } = useTranslation('history');
  const { data } = useWalletOf('SPOT');
  const { data: pairs } = useEverPairs();
  const coins = (data?.wallet ?? []).map(({ name }) => name);
  const isPair = tab === 'buy' || tab === 'sell';
  const states = statesOf(tab);
  return (
    <div className={styles.filters}>
      {hasCoins(tab) ? (
        <NativeSelect
          label={t(isPair ? 'filter.pair' : 'filter.coin')}
          value={filter.coin ?? ''}
          onChange={(event) => onChange({ coin: event.currentTarget.value })}
          data={[
            { value: '', label: t('filter.all') },
            ...(isPair
              ? (pairs ?? []).map(({ name, coin_pair_name }) => ({ value: name, label: marketLabel(coin_pair_name) }))
              : coins.map((coin) => ({ value: coin, label: coin }))),
          ]}
        />
      ) : null}
      <DateRangeField from={filter.from} to={filter.to} onChange={onChange} isClearable />
      {states.length > 0 ? (
        <NativeSelect
          label={t('filter.state')}
          value={filter.state ?? ''}
          onChange={(event) => onChange({ state: event.currentTarget.value as HistoryFilter['state'] })}
          data={[
            { value: '', label: t('filter.all') },
            ...states.map((state) => ({ value: state, label: t(stateKey(tab, state)) })),
          ]}
        />
      ) : null}
      {tab === 'ledger' ? (
        <>
          <NativeSelect
            label={t('filter.wallet')}
            value={filter.wallet ?? ''}
            onChange={(event) => onChange({ wallet: event.currentTarget.value as HistoryWallet })}
            data={[
              { value: '', label: t('filter.all') },
              ...historyWallets.map((wallet) => ({ value: wallet, label: t(`wallet.${wallet}`) })),
            ]}
          />
          <NativeSelect
            label={t('filter.cause')}
            value={filter.cause ?? ''}
            onChange={(event) => onChange({ cause: event.currentTarget.value as HistoryCause })}
            data={[
              { value: '', label: t('filter.all') },
              ...historyCauses.map((cause) => ({ value: cause, label: t(`cause.${cause}`) })),
            ]}
          />
        </>
      ) : null}
      {tab === 'earn' ? <EarnFilters filter={filter} onChange={onChange} /> : null}
      {Object.keys(filter).length > 0 ? (
        <button type="button" className="link" onClick={onClear}>
          {t('filter.clear')}
        </button>
      ) : null}
      {isReversed ? (
        <p className={styles.fault} role="alert">
          {t('filter.reversed')}
        </p>
      ) : null}
    </div>
  );
}

/** The filters of Earn's transactions: product, type, and direction. */
function EarnFilters({ filter, onChange }: Pick<HistoryFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('history');
  const all = { value: '', label: t('filter.all') };
  return (
    <>
      <NativeSelect
        label={t('filter.product')}
        value={filter.product ?? ''}
        onChange={(event) => onChange({ product: event.currentTarget.value as HistoryFilter['product'] })}
        data={[all, ...earnProducts.map((one) => ({ value: one, label: t(`earn.product.${one}`) }))]}
      />
      <NativeSelect
        label={t('filter.type')}
        value={filter.type ?? ''}
        onChange={(event) => onChange({ type: event.currentTarget.value as HistoryFilter['type'] })}
        data={[all, ...earnTypes.map((one) => ({ value: one, label: t(`earn.type.${one}`) }))]}
      />
      <NativeSelect
        label={t('filter.direction')}
        value={filter.direction ?? ''}
        onChange={(event) => onChange({ direction: event.currentTarget.value as HistoryFilter['direction'] })}
        data={[all, ...earnDirections.map((one) => ({ value: one, label: t(`earn.direction.${one}`) }))]}
      />
    </>
  );
}
