import { CoinIcon, type Column, DataTable, directionOf, formatCoin, formatInteger } from '@vitrine/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import styles from './futures-markets.module.css';

export type FuturesMarket = CallResponse<'GET /api/v3/period-statement'>['futures'][number];

const USDT = 'USDT';

/** Realized PnL, funding and fees of positions in the period of a report, for each perpetual market. */
export function FuturesMarkets({ rows }: { readonly rows: readonly FuturesMarket[] }) {
  const { t } = useTranslation('history');
  const columns = useColumns();
  return (
    <div className={styles.list}>
      <DataTable
        dense
        label={t('futures.title')}
        columns={columns}
        data={{ status: 'success', rows }}
        rowKey={({ name }) => name}
        pageSize={200}
        card={(row) => <MarketCard row={row} />}
        empty={null}
        error={null}
      />
    </div>
  );
}

/** The contract, such as BTC-USDT-PERP. */
export const Contract = ({ name }: { readonly name: string }) => (
  <span className={styles.contract}>
    <CoinIcon coin={name.split('-')[0] ?? name} size={20} />
    {name}
  </span>
);

/** An amount of USDT with all of its decimals, as in the other tables of a report. */
export const usdtText = (value: string): string => formatCoin(value, USDT);

export const signedText = (value: string): string => `${directionOf(value) === 'up' ? '+' : ''}${usdtText(value)}`;

export const SignedAmount = ({ value }: { readonly value: string }) => (
  <span className={`num ${styles[directionOf(value)] ?? ''}`}>{signedText(value)}</span>
);

const isZero = (value: string): boolean => !/[1-9]/.test(value);
const paid = (value: string): string => (isZero(value) ? '–' : `−${usdtText(value)}`);
const received = (value: string): string => (isZero(value) ? '–' : `+${usdtText(value)}`);

function useColumns(): readonly Column<FuturesMarket>[] {
  const { t } = useTranslation('history');
  return useMemo<readonly Column<FuturesMarket>[]>(() => {
    const figure = (key: string, header: string, render: Column<FuturesMarket>['render']): Column<FuturesMarket> => ({
      key,
      header,
      align: 'end',
      render,
    });
    const amount = (text: string) => <span className="num">{text}</span>;
    return [
      { key: 'market', header: t('futures.market'), render: ({ name }) => <Contract name={name} /> },
      figure('closed', t('futures.closed'), ({ closed }) => amount(formatInteger(closed))),
      figure('traded', t('futures.traded'), ({ traded }) => amount(usdtText(traded))),
      figure('realized', t('futures.realized'), ({ realized }) => <SignedAmount value={realized} />),
      figure('received', t('futures.received'), ({ funding_received }) => amount(received(funding_received))),
      figure('paid', t('futures.paid'), ({ funding_paid }) => amount(paid(funding_paid))),
      figure('fees', t('futures.fees'), ({ fees }) => amount(paid(fees))),
      figure('net', t('futures.net'), ({ net }) => (
        <b>
          <SignedAmount value={net} />
        </b>
      )),
    ];
  }, [t]);
}

/** The card of one market on a phone, with one figure per line. */
function MarketCard({ row }: { readonly row: FuturesMarket }) {
  const { t } = useTranslation('history');
  return (
    <section className={styles.card} aria-label={row.name}>
      <h3>
        <Contract name={row.name} />
      </h3>
      <dl className="num">
        {(
          [
            ['closed', formatInteger(row.closed)],
            ['traded', usdtText(row.traded)],
            ['realized', <SignedAmount key="realized" value={row.realized} />],
            ['received', received(row.funding_received)],
            ['paid', paid(row.funding_paid)],
            ['fees', paid(row.fees)],
            ['net', <SignedAmount key="net" value={row.net} />],
          ] as const
        ).map(([key, value]) => (
          <div key={key}>
            <dt>{t(`futures.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
