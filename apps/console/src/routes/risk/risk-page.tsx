import { Link, useSearch } from '@tanstack/react-router';
import { formatExact, formatInteger, rowsOf } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListedMarket, useMarkets, useMayList } from '../../features/listing/listing.ts';
import { OpenMarketDialog, StopMarketDialog } from '../../features/listing/market-dialogs.tsx';
import { ContractTable, MarketState } from '../../features/risk/contract-table.tsx';
import { FundPane } from '../../features/risk/fund-pane.tsx';
import { FundingMonitor } from '../../features/risk/funding-monitor.tsx';
import { IndexMonitor } from '../../features/risk/index-monitor.tsx';
import { LiquidationPane } from '../../features/risk/liquidation-pane.tsx';
import { House, Tiers } from '../../features/risk/market-terms.tsx';
import { PositionLists } from '../../features/risk/position-lists.tsx';
import styles from '../../features/risk/risk.module.css';
import { type MarketRisk, type Risk, useRisk } from '../../features/risk/risk.ts';
import { RiskFigures } from '../../features/risk/risk-figures.tsx';
import { paths } from '../../lib/paths.ts';
import { Page, Pane } from '../../ui/page.tsx';

/** Risk of the perpetual markets: all markets, their index and funding, and one market in detail. */
export function RiskPage() {
  const { t } = useTranslation('risk');
  const query = useRisk();
  const { data } = query;
  const { market } = useSearch({ from: paths.risk });
  const chosen = data?.markets.find(({ name }) => name === market) ?? data?.markets[0];
  return (
    <Page
      title={t('title')}
      lead={data ? t('lead', { coin: data.coin, position: formatInteger(data.position) }) : t('leadLoading')}
    >
      {data ? <RiskFigures risk={data} /> : null}
      <ContractTable
        data={rowsOf(query, ({ markets }) => markets)}
        chosen={chosen?.name}
        onRetry={() => void query.refetch()}
      />
      {data && chosen ? <Details risk={data} market={chosen} /> : null}
    </Page>
  );
}

function Details({ risk, market }: { readonly risk: Risk; readonly market: MarketRisk }) {
  return (
    <>
      <div className={styles.columns}>
        <IndexMonitor risk={risk} />
        <FundingMonitor risk={risk} />
      </div>
      <div className={styles.columns}>
        <LiquidationPane risk={risk} />
        <FundPane risk={risk} />
      </div>
      <MarketPane market={market} />
      <div className={styles.columns}>
        <div>
          <PositionLists name={market.name} lists={['largest', 'closest']} />
        </div>
        <div>
          <PositionLists name={market.name} lists={['queue']} />
          <House market={market} />
          <Tiers market={market} />
        </div>
      </div>
    </>
  );
}

type Act = 'cancel_only' | 'halted' | 'open';

/** The chosen market's terms, and the buttons that stop or open it. */
function MarketPane({ market }: { readonly market: MarketRisk }) {
  const { t } = useTranslation('risk');
  const { name, base, maximum_leverage, maximum_position, maximum_open_interest, liquidation_fee_percent } = market;
  return (
    <Pane title={t('market.title', { name })} note={<MarketState market={market} />} side={<Acts market={market} />}>
      <p className={`num ${styles.terms}`}>
        {t('market.terms', {
          base,
          leverage: maximum_leverage,
          position: formatExact(maximum_position),
          interest: formatExact(maximum_open_interest),
          fee: formatExact(liquidation_fee_percent),
        })}{' '}
        {t('positions.reads')}
      </p>
    </Pane>
  );
}

function Acts({ market: { name, status } }: { readonly market: MarketRisk }) {
  const { t } = useTranslation('risk');
  const [act, setAct] = useState<Act>();
  const mayList = useMayList();
  const { data } = useMarkets();
  const listed = data?.markets.find((one) => one.name === name);
  // Only opening the market, which needs two-person approval, ends a halt.
  const acts = (status === 'halted' ? (['open'] as const) : (['open', 'cancel_only', 'halted'] as const)).filter(
    (one) => one !== status,
  );
  const texts = { open: t('market.open'), cancel_only: t('market.cancelOnly'), halted: t('market.halt') };
  return (
    <span className={styles.acts}>
      {mayList && listed
        ? acts.map((one) => (
            <button key={one} type="button" className="link" onClick={() => setAct(one)}>
              {texts[one]}
            </button>
          ))
        : null}
      <Link to={paths.markets} className="link">
        {t('market.markets')}
      </Link>
      <Link to={paths.approvals} className="link">
        {t('market.approvals')}
      </Link>
      {act && listed ? <ActDialog act={act} market={listed} onClose={() => setAct(undefined)} /> : null}
    </span>
  );
}

interface ActDialogProps {
  readonly act: Act;
  readonly market: ListedMarket;
  readonly onClose: () => void;
}

function ActDialog({ act, ...props }: ActDialogProps) {
  return act === 'open' ? <OpenMarketDialog {...props} /> : <StopMarketDialog status={act} {...props} />;
}
