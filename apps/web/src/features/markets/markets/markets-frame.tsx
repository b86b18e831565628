import { DemoMark, rowsOf } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePairs } from '../../../lib/market-data.ts';
import { useIsSandbox } from '../../../lib/system.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { LiveBadge } from '../../../ui/live-badge.tsx';
import type { MarketList } from './market-list.ts';
import styles from './markets-frame.module.css';
import { Movers } from './movers.tsx';
import { PairList } from './pair-list.tsx';

type MarketsFrameProps = {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
};

/** The heading and width of every page of the markets. */
export function MarketsFrame({ title, lead, children }: MarketsFrameProps) {
  const { t } = useTranslation('markets');
  const isSandbox = useIsSandbox();
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        <div className={styles.marks}>
          {isSandbox ? <DemoMark>{t('sandbox')}</DemoMark> : null}
          <LiveBadge />
        </div>
      </header>
      {children}
    </div>
  );
}

/** The page of one list of pairs. */
export function MarketListPage({ list }: { readonly list: MarketList }) {
  const { t } = useTranslation('markets');
  const pairs = usePairs();
  return (
    <MarketsFrame title={t(`titles.${list}`)} lead={t(`leads.${list}`)}>
      {list === 'all' && !pairs.isError ? <Movers pairs={pairs.data} /> : null}
      <PairList list={list} data={rowsOf(pairs, (rows) => rows)} onRetry={() => void pairs.refetch()} />
    </MarketsFrame>
  );
}
