import { SegmentedControl } from '@mantine/core';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { BareSelect, LoadFailed, Panel } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { UnlistedContract } from '../../../app/unlisted-contract.tsx';
import { ContractRules } from '../../../features/trade/futures-rules/contract-rules.tsx';
import { IndexHistory } from '../../../features/trade/futures-rules/index-history.tsx';
import {
  FundingHistory,
  InsuranceFund,
  LiquidationList,
  MarkHistory,
} from '../../../features/trade/futures-rules/public-records.tsx';
import { type FuturesMarket, useFuturesMarkets } from '../../../lib/futures.ts';
import { contractLabel } from '../../../lib/market-names.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import styles from './futures-data.module.css';

const PARTS = ['rules', 'funding', 'index', 'marks', 'fund', 'liquidations'] as const;
type Part = (typeof PARTS)[number];

/**
 * The public data of a perpetual market: rules, funding settlements, index and mark prices, liquidations and the insurance fund.
 */
export function FuturesDataPage() {
  const { t } = useTranslation('futures');
  const { coin } = useParams({ from: paths.futuresData });
  const markets = useFuturesMarkets();
  if (coin !== coin.toUpperCase())
    return <Navigate to={paths.futuresData} params={{ coin: coin.toUpperCase() }} replace />;
  if (markets.isLoadingError) return <LoadFailed size="page" title={t('markets.failed')} onRetry={markets.refetch} />;
  if (!markets.data) return <PageSkeleton />;
  const market = markets.data.find(({ base }) => base === coin);
  return market ? <Data key={market.name} market={market} all={markets.data} /> : <UnlistedContract coin={coin} />;
}

type DataProps = { readonly market: FuturesMarket; readonly all: readonly FuturesMarket[] };

function Data({ market, all }: DataProps) {
  const { t } = useTranslation('futures');
  const navigate = useNavigate();
  const [part, setPart] = useState<Part>('rules');
  const { name, base } = market;
  const pair = contractLabel(market);
  usePageTitle(t('data.title', { pair }));
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('data.title', { pair })}</h1>
        <BareSelect
          aria-label={t('markets.choose')}
          value={base}
          onChange={({ currentTarget }) =>
            void navigate({ to: paths.futuresData, params: { coin: currentTarget.value } })
          }
        >
          {all.map((each) => (
            <option key={each.name} value={each.base}>
              {contractLabel(each)}
            </option>
          ))}
        </BareSelect>
        <ButtonLink to={paths.futures} params={{ coin: base }}>
          {t('data.trade', { pair })}
        </ButtonLink>
      </header>
      <div className={styles.parts}>
        <SegmentedControl
          aria-label={t('data.parts')}
          value={part}
          onChange={(next) => setPart(next as Part)}
          data={PARTS.map((value) => ({ value, label: t(`data.part.${value}`) }))}
        />
      </div>
      <Panel className={styles.panel ?? ''}>{contentOf(part, name, market)}</Panel>
    </div>
  );
}

function contentOf(part: Part, name: string, market: FuturesMarket): ReactNode {
  switch (part) {
    case 'rules':
      return <ContractRules market={market} />;
    case 'funding':
      return <FundingHistory name={name} />;
    case 'index':
      return <IndexHistory name={name} />;
    case 'marks':
      return <MarkHistory name={name} />;
    case 'fund':
      return <InsuranceFund />;
    case 'liquidations':
      return <LiquidationList name={name} />;
  }
}
