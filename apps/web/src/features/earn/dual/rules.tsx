import { useTranslation } from 'react-i18next';
import { dateTimeText } from '../../../lib/when.ts';
import type { DualOffer } from '../shared/dual-data.ts';
import styles from './dual.module.css';

/** The rules and risks in plain language. */
export function Rules({ offer }: { readonly offer: DualOffer }) {
  const { t } = useTranslation('earn');
  const words = { coin: offer.name, other: offer.other.name, time: dateTimeText(offer.expires_at) };
  return (
    <ul className={styles.rules}>
      <li>{t('dual.rules.coin', words)}</li>
      <li>{t('dual.rules.locked', words)}</li>
      <li>{t('dual.rules.price', words)}</li>
      <li>{t('dual.rules.wait', words)}</li>
      <li>{t('dual.rules.rounding', words)}</li>
      <li>
        {t('dual.rules.cover', words)} {t(`products.source.${offer.source}`)}
      </li>
    </ul>
  );
}
