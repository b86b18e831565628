import { type Column, DataTable, directionOf, formatAmount, formatPercent } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { utcText } from '../../lib/times.ts';
import { ColumnCard } from '../../ui/column-card.tsx';
import { Pane } from '../../ui/page.tsx';
import styles from './risk.module.css';
import type { MarketRisk, Risk } from './risk.ts';

const MINUTE_MS = 60_000;
const PAYERS = { up: 'funding.longs', down: 'funding.shorts', flat: 'funding.nobody' } as const;

/** Each market's funding: the current rate, the time of the next settlement, and the last settlement. */
export function FundingMonitor({ risk: { markets, time } }: { readonly risk: Risk }) {
  const { t } = useTranslation('risk');
  const columns = useColumns();
  const [first] = markets;
  const minutes = first === undefined ? 0 : Math.max(0, Math.floor((first.funding.next_at - time) / MINUTE_MS));
  return (
    <Pane
      title={t('funding.title')}
      note={
        first === undefined
          ? null
          : t('funding.next', {
              time: utcText(first.funding.next_at).slice(11, 16),
              hours: Math.floor(minutes / 60),
              minutes: minutes % 60,
            })
      }
    >
      <div className={styles.dense}>
        <DataTable
          dense
          label={t('funding.title')}
          columns={columns}
          data={{ status: 'success', rows: markets }}
          rowKey={({ name }) => name}
          card={(market) => <ColumnCard columns={columns} row={market} />}
          pageSize={100}
          empty={null}
          error={null}
        />
      </div>
    </Pane>
  );
}

function useColumns(): Column<MarketRisk>[] {
  const { t } = useTranslation('risk');
  const figure = (
    key: string,
    header: string,
    text: (funding: MarketRisk['funding']) => string,
  ): Column<MarketRisk> => ({
    key,
    header,
    align: 'end',
    render: ({ funding }) => <span className="num">{text(funding)}</span>,
  });
  return [
    { key: 'market', header: t('index.market'), render: ({ base }) => <b>{base}</b> },
    figure('rate', t('funding.rate'), ({ rate_percent }) => formatPercent(rate_percent, 4)),
    {
      key: 'payer',
      header: t('funding.payer'),
      render: ({ funding }) => t(PAYERS[directionOf(funding.rate_percent)]),
    },
    figure('last', t('funding.last'), ({ last_at }) => (last_at === 0 ? t('never') : utcText(last_at).slice(5, 16))),
    figure('lastRate', t('funding.lastRate'), ({ last_at, last_rate_percent }) =>
      last_at === 0 ? '–' : formatPercent(last_rate_percent, 4),
    ),
    figure('collected', t('funding.collected'), ({ last_at, last_collected }) => {
      if (last_at === 0) return '–';
      return last_collected === '' ? t('funding.inProgress') : formatAmount(last_collected, 2);
    }),
  ];
}
