import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { Accruing, LiveStatus } from '../../../features/earn/live/accruing.tsx';
import { Holdings } from '../../../features/earn/live/holdings.tsx';
import { useMinings } from '../../../features/earn/shared/miner-data.ts';
import { LogMark } from '../../../features/wallet/wallet/log-mark.tsx';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';
import styles from './live-page.module.css';

/** What accrues now, and the coins of the spot wallet. */
export function LivePage() {
  const { t } = useTranslation('earn');
  const client = useClient();
  const minings = useMinings();
  usePageTitle(t('live.title'));
  if (!client) return <PageSkeleton />;
  return (
    <WalletFrame
      title={t('live.title')}
      lead={t('live.lead')}
      mark={<LogMark position={minings.data?.position} readAtMs={minings.dataUpdatedAt} />}
    >
      <LiveStatus />
      <Section title={t('live.sources')}>
        <Accruing
          emptyAction={
            <span className={styles.actions}>
              <ButtonLink to={paths.stake}>{t('live.stakeNow')}</ButtonLink>
              <ButtonLink to={paths.miner} variant="default">
                {t('live.rentNow')}
              </ButtonLink>
            </span>
          }
        />
      </Section>
      <Section title={t('live.holdings')}>
        <Holdings />
      </Section>
    </WalletFrame>
  );
}
