import { Button } from '@mantine/core';
import { isLastingObstacle } from '@vitrine/contract';
import { Chip, type Column, EmptyState, formatExact, formatPrice, rowsOf } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListMarketDialog } from '../../features/listing/list-market-dialog.tsx';
import { type ListedMarket, useMarkets, useMayList } from '../../features/listing/listing.ts';
import {
  CancelDelistingDialog,
  ChangeLimitsDialog,
  DelistMarketDialog,
  OpenMarketDialog,
  StopMarketDialog,
} from '../../features/listing/market-dialogs.tsx';
import type { MarketKind } from '../../features/listing/market-draft.ts';
import { ClearReferenceDialog, SetReferenceDialog } from '../../features/listing/reference-dialogs.tsx';
import { IndexSourcesDialog } from '../../features/listing/sources-dialog.tsx';
import { PerpetualTermsDialog } from '../../features/listing/terms-dialog.tsx';
import { utcText } from '../../lib/times.ts';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './markets-page.module.css';

const TONES = { open: 'ok', cancel_only: 'wait', halted: 'bad', delisted: 'plain' } as const;

const ACTS = [
  'change',
  'terms',
  'sources',
  'setReference',
  'clearReference',
  'open',
  'cancel_only',
  'halted',
  'delist',
  'cancelDelisting',
] as const;
type Act = (typeof ACTS)[number];
type Asked = MarketKind | { readonly act: Act; readonly market: ListedMarket } | undefined;

/** All markets with their rules, prices and status. */
export function MarketsPage() {
  const { t } = useTranslation('listing');
  const [asked, setAsked] = useState<Asked>();
  const query = useMarkets();
  const mayList = useMayList();
  const columns = useColumns(mayList ? (act, market) => setAsked({ act, market }) : undefined);
  const close = () => setAsked(undefined);
  return (
    <Page
      title={t('markets.title')}
      lead={t('markets.lead')}
      side={
        mayList ? (
          <>
            <Button variant="default" disabled={query.data === undefined} onClick={() => setAsked('perpetual')}>
              {t('market.title.perpetual')}
            </Button>
            <Button disabled={query.data === undefined} onClick={() => setAsked('spot')}>
              {t('market.title.spot')}
            </Button>
          </>
        ) : null
      }
    >
      <ColumnTable
        label={t('markets.title')}
        columns={columns}
        data={rowsOf(query, ({ markets }) => markets)}
        rowKey={({ name }) => name}
        pageSize={100}
        empty={<EmptyState title={t('markets.empty')}>{t('markets.emptyText')}</EmptyState>}
        onRetry={() => void query.refetch()}
      />
      {typeof asked === 'string' && query.data ? (
        <ListMarketDialog kind={asked} markets={query.data.markets} onClose={close} />
      ) : null}
      {typeof asked === 'object' ? <ActOnMarket {...asked} onClose={close} /> : null}
    </Page>
  );
}

interface ActOnMarketProps {
  readonly act: Act;
  readonly market: ListedMarket;
  readonly onClose: () => void;
}

function ActOnMarket({ act, ...props }: ActOnMarketProps) {
  if (act === 'change') return <ChangeLimitsDialog {...props} />;
  if (act === 'terms') return <PerpetualTermsDialog {...props} />;
  if (act === 'sources') return <IndexSourcesDialog {...props} />;
  if (act === 'setReference') return <SetReferenceDialog {...props} />;
  if (act === 'clearReference') return <ClearReferenceDialog {...props} />;
  if (act === 'open') return <OpenMarketDialog {...props} />;
  if (act === 'cancelDelisting') return <CancelDelistingDialog {...props} />;
  if (act === 'delist') return <DelistMarketDialog {...props} />;
  return <StopMarketDialog status={act} {...props} />;
}

/** Obstacles to a delisting for which there is a specific text. */
const KNOWN_OBSTACLES = [
  'index_unconfirmed',
  'index_too_high',
  'index_observed',
  'index_moving',
  'price_too_coarse',
  'settlement_outdated',
  'funding_due',
  'market_halted',
] as const;

/** Without `onAct`, the table is read-only. */
function useColumns(onAct: ((act: Act, market: ListedMarket) => void) | undefined): Column<ListedMarket>[] {
  const { t } = useTranslation(['listing', 'common']);
  const obstacleText = (obstacle: string) => {
    const known = KNOWN_OBSTACLES.find((one) => one === obstacle);
    return t(known === undefined ? 'markets.delistingObstacle.other' : `markets.delistingObstacle.${known}`);
  };
  return [
    { key: 'name', header: t('markets.name'), render: ({ name }) => <b>{name}</b> },
    {
      key: 'status',
      header: t('markets.status'),
      render: ({ status, is_delisting, delisting_obstacle, delisting_at }) =>
        is_delisting ? (
          <>
            {isLastingObstacle(delisting_obstacle) ? (
              <Chip tone="bad">{t('markets.delistingBlocked')}</Chip>
            ) : (
              <Chip tone="wait">{t('markets.delisting')}</Chip>
            )}
            {delisting_obstacle === '' ? null : (
              <p className={isLastingObstacle(delisting_obstacle) ? styles.alarm : 'dim'}>
                {obstacleText(delisting_obstacle)}
              </p>
            )}
          </>
        ) : (
          <>
            <Chip tone={TONES[status]}>{t(`statuses.${status}`)}</Chip>
            {delisting_at === null ? null : (
              <p className="dim num">{t('markets.delistingAt', { time: utcText(delisting_at) })}</p>
            )}
          </>
        ),
    },
    figureColumn('last', t('markets.last'), ({ last_price }) =>
      last_price === '' ? t('markets.noTrade') : formatPrice(last_price),
    ),
    {
      key: 'reference',
      header: t('markets.reference'),
      align: 'end',
      render: ({ reference_price, is_reference_set }) => (
        <>
          <span className="num">{formatPrice(reference_price)}</span>
          {is_reference_set ? <p className="dim">{t('markets.referenceSet')}</p> : null}
        </>
      ),
    },
    figureColumn('tick', t('markets.tick'), ({ tick, quote }) => `${formatExact(tick)} ${quote}`),
    figureColumn('lot', t('markets.lot'), ({ lot, base }) => `${formatExact(lot)} ${base}`),
    figureColumn('totals', t('markets.totals'), ({ minimum_total, maximum_total, quote }) =>
      t('markets.totalsOf', { minimum: formatExact(minimum_total), maximum: formatExact(maximum_total), quote }),
    ),
    figureColumn('band', t('markets.band'), ({ band_percent }) => t('markets.bandOf', { percent: band_percent })),
    figureColumn('slippage', t('markets.slippage'), ({ max_slippage_percent }) =>
      t('markets.slippageOf', { percent: max_slippage_percent }),
    ),
    ...(onAct
      ? [
          {
            key: 'acts',
            header: <span className="visually-hidden">{t('common:actions')}</span>,
            align: 'end' as const,
            render: (market: ListedMarket) => <Acts market={market} onAct={(act) => onAct(act, market)} />,
          },
        ]
      : []),
  ];
}

interface ActsProps {
  readonly market: ListedMarket;
  readonly onAct: (act: Act) => void;
}

function Acts({ market, onAct }: ActsProps) {
  const { t } = useTranslation('listing');
  const { name, status, is_perpetual, is_delisting, is_reference_set, delisting_at } = market;
  if (status === 'delisted') return null;
  // Whether the market's state rules out the act. A halted perpetual market cannot become cancel-only: only opening it,
  // with two-person approval, ends the halt.
  const isRefused = (act: Act) => {
    if (act === 'cancelDelisting') return delisting_at === null;
    // While a delisting is planned, another can be requested only if the market is halted: it brings the planned one
    // forward.
    if (act === 'delist') return delisting_at !== null && status !== 'halted';
    if (act === 'setReference') return is_perpetual;
    if (act === 'clearReference') return !is_reference_set;
    return is_perpetual ? act === 'cancel_only' && status === 'halted' : act === 'terms' || act === 'sources';
  };
  const acts = ACTS.filter(
    // A halt, which one person may order, is the only way to withdraw a delisting. It is therefore offered even if the
    // market is already halted.
    (act) => (is_delisting ? act === 'halted' : act !== status && !isRefused(act)),
  );
  return (
    <span className={styles.acts}>
      {acts.map((act) => (
        <button
          key={act}
          type="button"
          className="link"
          aria-label={t('markets.actNamed', { act: t(`markets.${act}`), name })}
          onClick={() => onAct(act)}
        >
          {t(`markets.${act}`)}
        </button>
      ))}
    </span>
  );
}
