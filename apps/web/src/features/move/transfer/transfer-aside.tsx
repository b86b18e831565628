import { CoinIcon, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import { walletNames } from '../../../lib/wallet.ts';
import { Section } from '../../../ui/section.tsx';
import { Steps } from '../shared/steps.tsx';
import { useNodes } from './nodes.ts';
import styles from './transfer.module.css';
import type { TransferModel } from './use-transfer.ts';

/** Where the coin is now, and what happens when the transfer is sent. */
export function TransferAside({ transfer: { form, context } }: { readonly transfer: TransferModel }) {
  const { t } = useTranslation('transfer');
  const { data: nodes } = useNodes();
  return (
    <>
      <Section title={t('where.title', { coin: form.coin })}>
        <dl className={styles.where}>
          {walletNames.map((wallet) => (
            <div key={wallet}>
              <dt>
                <CoinIcon coin={form.coin} size={20} />
                {t(`wallet.${wallet}`)}
              </dt>
              <dd className="num">{shown(context[wallet]?.get(form.coin))}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={t('steps.title')}>
        <Steps
          steps={[
            { title: t('steps.confirm'), text: t('steps.confirmText') },
            { title: t('steps.book'), text: t('steps.bookText') },
            {
              title: t('steps.nodes'),
              text: nodes === undefined ? t('steps.nodesText') : t('steps.nodesCount', { count: nodes }),
            },
          ]}
        />
      </Section>
    </>
  );
}

const shown = (text: string | undefined): string => (text === undefined ? '–' : formatPrice(trimZeros(text)));
