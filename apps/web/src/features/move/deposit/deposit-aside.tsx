import { Disclosure, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { arrivalText } from '../../../lib/arrival-text.ts';
import type { CoinNetwork } from '../../../lib/coin-networks.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from './deposit.module.css';

/** The requirements for this coin on this network, and other notes. */
export function DepositAside({ network }: { readonly network: CoinNetwork | undefined }) {
  const { t } = useTranslation('deposit');
  const blocks = (count: number | undefined) => (count === undefined ? '–' : t('blocks', { count }));
  return (
    <Section title={t('facts.title')}>
      <FactList dense>
        <Fact
          name={t('facts.minimum')}
          value={network ? `${formatPrice(trimZeros(network.minimum_deposit))} ${network.coin}` : '–'}
        />
        <Fact name={t('facts.credited')} value={blocks(network?.credit_confirmations)} />
        <Fact name={t('facts.available')} value={blocks(network?.unlock_confirmations)} />
        <Fact name={t('facts.arrival')} value={network ? arrivalText(network.arrival) : '–'} />
        <Fact name={t('facts.fee')} value={t('facts.noFee')} />
      </FactList>
      <Disclosure title={t('details.title')}>
        <ul className={styles.details}>
          <li>{t('details.wallet')}</li>
          <li>
            {t('details.confirmations', {
              credit: network?.credit_confirmations ?? 0,
              unlock: network?.unlock_confirmations ?? 0,
            })}
          </li>
          <li>{t('details.small')}</li>
          <li>{t('details.sanctions')}</li>
          <li>{t('details.nft')}</li>
        </ul>
      </Disclosure>
    </Section>
  );
}
