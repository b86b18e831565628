import { Button } from '@mantine/core';
import { lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Security } from '../../../lib/security.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from './anti-phishing-panel.module.css';

const AntiPhishingDialog = lazyPart(() => import('./anti-phishing-dialog.tsx').then((m) => m.AntiPhishingDialog));

type AntiPhishingPanelProps = { readonly email: string; readonly state: Security['anti_phishing'] };

/** Explains the anti-phishing code and shows an email with it, and has the button that sets the code. */
export function AntiPhishingPanel({ email, state }: AntiPhishingPanelProps) {
  const { t } = useTranslation(['security', 'common']);
  const [isSetting, setIsSetting] = useState(false);
  return (
    <Section title={t('antiPhishing.whatTitle')}>
      <div className={styles.columns}>
        <div className={styles.words}>
          <p>{t('antiPhishing.what')}</p>
          <p>{t('antiPhishing.how')}</p>
          <p>{t(state.is_set ? 'antiPhishing.present' : 'antiPhishing.none', { hint: state.hint })}</p>
          <Button className={styles.button ?? ''} onClick={() => setIsSetting(true)}>
            {t(state.is_set ? 'antiPhishing.change' : 'antiPhishing.create')}
          </Button>
        </div>
        <figure className={styles.mail}>
          <figcaption>{t('antiPhishing.example')}</figcaption>
          <div>
            <p className={styles.brand}>{t('common:brand')}</p>
            <p className={styles.code}>
              {t('antiPhishing.exampleLine', { code: state.hint || t('antiPhishing.exampleCode') })}
            </p>
            <p>{t('antiPhishing.exampleText')}</p>
          </div>
        </figure>
      </div>
      {isSetting ? (
        <LazyPart>
          <AntiPhishingDialog email={email} onClose={() => setIsSetting(false)} />
        </LazyPart>
      ) : null}
    </Section>
  );
}
