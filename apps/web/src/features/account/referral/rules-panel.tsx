import { HOLD_DAYS } from '@vitrine/contract/referral-signals';
import { Dialog, formatExact, formatInteger } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import styles from './side-panels.module.css';
import type { Referral, Terms } from './use-referral.ts';

/** A summary of the rules, and the full terms, generated from the programme's parameters. */
export function RulesPanel({ terms, inviter_percent: share }: Pick<Referral, 'terms' | 'inviter_percent'>) {
  const { t } = useTranslation('referral');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section
      title={t('rules.title')}
      action={
        terms ? (
          <button type="button" className="link" onClick={() => setIsOpen(true)}>
            {t('rules.full')}
          </button>
        ) : null
      }
    >
      <ul className={styles.rules}>
        <li>{t('rules.once')}</li>
        {terms ? <li>{t('rules.sees', { percent: formatExact(terms.commission_percent) })}</li> : null}
        <li>{t('rules.compared', { days: HOLD_DAYS })}</li>
        <li>{t('rules.funded')}</li>
        {share === undefined ? null : <li>{t('rules.inviter', { percent: formatExact(share) })}</li>}
      </ul>
      {isOpen && terms ? <TermsDialog terms={terms} onClose={() => setIsOpen(false)} /> : null}
    </Section>
  );
}

function TermsDialog({ terms, onClose }: { readonly terms: Terms; readonly onClose: () => void }) {
  const { t } = useTranslation('referral');
  const words = {
    joined: formatInteger(terms.joined_usdt),
    bonus: formatInteger(terms.bonus_usdt),
    above: formatInteger(terms.bonus_above_usdt),
    percent: formatExact(terms.commission_percent),
  };
  const hasBonus = Number(terms.bonus_usdt) > 0;
  return (
    <Dialog opened onClose={onClose} title={t('terms.title')}>
      <ol className={styles.terms}>
        <li>{t('terms.joined', words)}</li>
        <li>{hasBonus ? t('terms.bonus', words) : t('terms.noBonus')}</li>
        <li>{t('terms.commission', words)}</li>
        <li>{t('terms.payback')}</li>
        <li>{t('terms.washed')}</li>
        <li>{t('terms.held', { days: HOLD_DAYS })}</li>
        <li>{t('terms.kept')}</li>
        <li>{t('terms.links')}</li>
        <li>{t('terms.funded')}</li>
      </ol>
    </Dialog>
  );
}
