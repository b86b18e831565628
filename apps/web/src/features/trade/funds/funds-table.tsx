import { IconWallet } from '@tabler/icons-react';
import type { StreamBalance } from '@vitrine/contract';
import {
  CoinIcon,
  CoinName,
  type Column,
  DataTable,
  EmptyState,
  formatAmount,
  formatCoin,
  type Rows,
} from '@vitrine/ui';
import Big from 'big.js';
import { useTranslation } from 'react-i18next';
import { usePairs } from '../../../lib/market-data.ts';
import { QUOTE_COIN } from '../../../lib/market-names.ts';
import { paths } from '../../../lib/paths.ts';
import { useTickers } from '../../../lib/tickers.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { useTrade } from '../shared/trade-context.ts';
import { useSpotBalances } from '../shared/use-live.ts';
import styles from './funds.module.css';

interface Fund {
  readonly coin: string;
  readonly available: string;
  readonly frozen: string;
  readonly whole: Big;
  /** USDT at the last price; undefined until the price is known. */
  readonly value: Big | undefined;
}

const fundOf = ({ coin, available, frozen }: StreamBalance, price: string | undefined): Fund => {
  const whole = new Big(available).plus(frozen);
  return { coin, available, frozen, whole, value: price === undefined ? undefined : whole.times(price) };
};

const byValue = (a: Fund, b: Fund): number => (a.value ?? new Big(0)).cmp(b.value ?? 0);

/** The current spot wallet, valued at the last prices. */
export function FundsTable({ rows }: { readonly rows: number }) {
  const { t } = useTranslation('trade');
  const { own, rules } = useTrade();
  const balances = useSpotBalances(own);
  const tickers = useTickers();
  const pairs = new Map(usePairs().data?.map(({ name, coin_pair_name }) => [name, coin_pair_name]));
  const priceOf = (coin: string) => (coin === QUOTE_COIN ? '1' : tickers.get(pairs.get(coin) ?? '')?.close);
  const data: Rows<Fund> = balances
    ? {
        status: 'success',
        rows: [...balances.values()].map((each) => fundOf(each, priceOf(each.coin))).filter(({ whole }) => whole.gt(0)),
      }
    : { status: 'pending' };
  const columns: Column<Fund>[] = [
    {
      key: 'coin',
      header: t('funds.coin'),
      render: ({ coin }) => <CoinName coin={coin} size={20} />,
    },
    {
      key: 'whole',
      header: t('funds.whole'),
      align: 'end',
      render: ({ coin, whole }) => formatCoin(whole.toFixed(), coin),
    },
    {
      key: 'available',
      header: t('funds.available'),
      align: 'end',
      render: ({ coin, available }) => formatCoin(available, coin),
    },
    { key: 'frozen', header: t('funds.frozen'), align: 'end', render: ({ coin, frozen }) => formatCoin(frozen, coin) },
    {
      key: 'value',
      header: t('funds.value'),
      align: 'end',
      compare: byValue,
      render: ({ value }) => formatAmount(value?.toFixed(), 2),
    },
  ];
  return (
    <DataTable
      label={t('orders.tab.funds')}
      columns={columns}
      data={data}
      rowKey={({ coin }) => coin}
      initialSorting={{ key: 'value', descending: true }}
      pageSize={rows}
      pageLabel={(page) => t('orders.page', { page })}
      skeletonRows={4}
      dense
      card={(fund) => <FundCard fund={fund} />}
      error={null}
      empty={
        <EmptyState
          icon={IconWallet}
          caption={t('orders.empty')}
          title={t('funds.empty')}
          action={
            <ButtonLink to={paths.deposit} search={{ coin: rules.quote }} variant="default" size="sm">
              {t('funds.deposit')}
            </ButtonLink>
          }
        />
      }
    />
  );
}

function FundCard({ fund }: { readonly fund: Fund }) {
  const { t } = useTranslation('trade');
  return (
    <article className={styles.card}>
      <CoinIcon coin={fund.coin} size={28} />
      <p>
        <b>{fund.coin}</b>
        <span className="faint">{t('funds.frozenShort', { amount: formatCoin(fund.frozen, fund.coin) })}</span>
      </p>
      <p className="num">
        <b>{formatCoin(fund.available, fund.coin)}</b>
        <span className="faint">≈ {formatAmount(fund.value?.toFixed(), 2)} USDT</span>
      </p>
    </article>
  );
}
