import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { FlexibleList } from '../../../features/earn/flexible/flexible-list.tsx';
import { type EarnProduct, useStakes } from '../../../features/earn/shared/earn-data.ts';
import { OwnStakes } from '../../../features/earn/stakes/own-stakes.tsx';
import { SubscribeDialog } from '../../../features/earn/subscribe/subscribe-dialog.tsx';
import { LogMark } from '../../../features/wallet/wallet/log-mark.tsx';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { Section } from '../../../ui/section.tsx';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';
import { SubscribeNow } from '../earn/subscribe-now.tsx';

const ROWS = 10;
const FLEXIBLE = 0;

/** The products by their flexible rate, and the client's stakes. */
export function StakePage() {
  const { t } = useTranslation('earn');
  const client = useClient();
  const stakes = useStakes();
  const [product, setProduct] = useState<EarnProduct>();
  usePageTitle(t('stake.title'));
  if (!client) return <PageSkeleton />;
  const close = () => setProduct(undefined);
  return (
    <WalletFrame
      title={t('stake.title')}
      lead={t('stake.lead')}
      mark={<LogMark position={stakes.data?.position} readAtMs={stakes.dataUpdatedAt} />}
    >
      <Section title={t('stake.products')}>
        <FlexibleList onStake={setProduct} />
      </Section>
      <Section title={t('stake.own')}>
        <OwnStakes rows={ROWS} emptyAction={<SubscribeNow />} />
      </Section>
      {product === undefined ? null : (
        <SubscribeDialog product={product} days={FLEXIBLE} onClose={close} onDone={close} />
      )}
    </WalletFrame>
  );
}
