import { type Column, directionOf, formatAmount, formatPercent } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { utcText } from '../../lib/times.ts';
import { figureColumn } from '../../ui/column-table.tsx';
import { Pane } from '../../ui/page.tsx';
import type { MarketRisk, Risk } from './risk.ts';
import { RiskTable } from './risk-table.tsx';

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
      <RiskTable
        label={t('funding.title')}
        columns={columns}
        data={{ status: 'success', rows: markets }}
        rowKey={({ name }) => name}
        pageSize={100}
      />
    </Pane>
  );
}

function useColumns(): Column<MarketRisk>[] {
  const { t } = useTranslation('risk');
  return [
    { key: 'market', header: t('index.market'), render: ({ base }) => <b>{base}</b> },
    figureColumn('rate', t('funding.rate'), ({ funding: { rate_percent } }) => formatPercent(rate_percent, 4)),
    {
      key: 'payer',
      header: t('funding.payer'),
      render: ({ funding }) => t(PAYERS[directionOf(funding.rate_percent)]),
    },
    figureColumn('last', t('funding.last'), ({ funding: { last_at } }) =>
      last_at === 0 ? t('never') : utcText(last_at).slice(5, 16),
    ),
    figureColumn('lastRate', t('funding.lastRate'), ({ funding: { last_at, last_rate_percent } }) =>
      last_at === 0 ? '–' : formatPercent(last_rate_percent, 4),
    ),
    figureColumn('collected', t('funding.collected'), ({ funding: { last_at, last_collected } }) => {
      if (last_at === 0) return '–';
      return last_collected === '' ? t('funding.inProgress') : formatAmount(last_collected, 2);
    }),
  ];
}
