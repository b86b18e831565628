import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { DualDialog } from '../../../features/earn/dual/dual-dialog.tsx';
import { DualOffers } from '../../../features/earn/dual/dual-offers.tsx';
import { OwnDuals } from '../../../features/earn/dual/own-duals.tsx';
import { ProductList } from '../../../features/earn/products/product-list.tsx';
import type { DualOffer } from '../../../features/earn/shared/dual-data.ts';
import { type EarnProduct, useStakes } from '../../../features/earn/shared/earn-data.ts';
import { OwnStakes } from '../../../features/earn/stakes/own-stakes.tsx';
import { SubscribeDialog } from '../../../features/earn/subscribe/subscribe-dialog.tsx';
import { DueCalendar } from '../../../features/earn/summary/due-calendar.tsx';
import { SummaryHead } from '../../../features/earn/summary/summary-head.tsx';
import { EarnHistory } from '../../../features/wallet/earn-history/earn-history.tsx';
import { AccountHead } from '../../../features/wallet/wallet/account-head.tsx';
import { LogMark } from '../../../features/wallet/wallet/log-mark.tsx';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { useSnapshot } from '../../../lib/wallet.ts';
import { Section } from '../../../ui/section.tsx';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';
import { SubscribeNow } from './subscribe-now.tsx';

/** Everything about Earn: the total, the client's subscriptions, and the products. */
export function EarnPage() {
  const { t } = useTranslation(['earn', 'wallet', 'history']);
  const client = useClient();
  const navigate = useNavigate();
  const { data } = useSnapshot();
  const stakes = useStakes();
  const [product, setProduct] = useState<EarnProduct>();
  const [offer, setOffer] = useState<DualOffer>();
  usePageTitle(t('title'));
  if (!client) return <PageSkeleton />;
  return (
    <WalletFrame
      title={t('title')}
      lead={t('lead')}
      mark={<LogMark position={stakes.data?.position} readAtMs={stakes.dataUpdatedAt} />}
    >
      <AccountHead
        label={t('wallet:earn.total')}
        total={data?.wallets.find(({ wallet }) => wallet === 'earn')?.total}
        unit="USDT"
        note={t('wallet:earn.note')}
      />
      <SummaryHead />
      <Section title={t('stakes.title')}>
        <OwnStakes emptyAction={<SubscribeNow />} />
      </Section>
      <Section
        title={t('products.title')}
        action={
          <Link to={paths.autoInvest} className="link">
            {t('products.autoInvest')}
          </Link>
        }
      >
        <ProductList onSubscribe={setProduct} />
      </Section>
      <Section title={t('dual.highYield')} note={t('dual.ruleShort')}>
        <DualOffers onSubscribe={setOffer} />
      </Section>
      <Section title={t('dual.own')}>
        <OwnDuals />
      </Section>
      <Section title={t('summary.dueTitle')}>
        <DueCalendar />
      </Section>
      <Section
        title={t('history:title')}
        action={
          <Link to={paths.history} search={{ tab: 'earn' }} className="link">
            {t('history:earn.all')}
          </Link>
        }
      >
        <EarnHistory />
      </Section>
      {offer === undefined ? null : <DualDialog offer={offer} onClose={() => setOffer(undefined)} />}
      {product === undefined ? null : (
        <SubscribeDialog
          product={product}
          onClose={() => setProduct(undefined)}
          onDone={() => void navigate({ to: paths.home })}
        />
      )}
    </WalletFrame>
  );
}
