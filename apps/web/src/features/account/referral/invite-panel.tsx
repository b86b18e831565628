import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { formatAmount, formatExact, formatInteger, Panel, toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import styles from './invite-panel.module.css';
import type { Referral, Terms } from './use-referral.ts';

/** The client's link and code, and the rewards for both. */
export function InvitePanel({ referral: { code, path, terms } }: { readonly referral: Referral }) {
  const { t } = useTranslation(['referral', 'common']);
  const link = `${window.location.origin}${path}`;
  const copy = (text: string) => () =>
    navigator.clipboard.writeText(text).then(
      () => toast.copied(t('common:copied')),
      () => toast.notCopied(t('common:notCopied')),
    );
  return (
    <Panel glass aria-label={t('invite.title')}>
      <h2 className={styles.title}>{t('invite.title')}</h2>
      <div className={styles.share}>
        <div>
          <p className={styles.label}>{t('invite.link')}</p>
          <p className={styles.field}>
            <span>{link.replace(/^https?:\/\//, '')}</span>
            <Button size="compact-md" leftSection={<IconCopy size={14} />} onClick={() => void copy(link)()}>
              {t('invite.copyLink')}
            </Button>
          </p>
        </div>
        <div>
          <p className={styles.label}>{t('invite.code')}</p>
          <p className={styles.field}>
            <span className="num">{code}</span>
            <Button
              size="compact-md"
              variant="subtle"
              aria-label={t('invite.copyCodeLabel')}
              leftSection={<IconCopy size={14} />}
              onClick={() => void copy(code)()}
            >
              {t('invite.copyCode')}
            </Button>
          </p>
        </div>
      </div>
      {terms?.is_open ? <Steps terms={terms} /> : <p className={styles.closed}>{t('invite.closed')}</p>}
    </Panel>
  );
}

function Steps({ terms }: { readonly terms: Terms }) {
  const { t } = useTranslation('referral');
  const { joined_usdt, bonus_usdt, bonus_above_usdt, commission_percent } = terms;
  return (
    <ol className={styles.steps}>
      <li>
        <b>{t('steps.joined', { amount: formatInteger(joined_usdt) })}</b>
        <span>{t('steps.joinedText')}</span>
      </li>
      {Number(bonus_usdt) > 0 ? (
        <li>
          <b>{t('steps.bonus', { amount: formatInteger(bonus_usdt) })}</b>
          <span>{t('steps.bonusText', { above: formatAmount(bonus_above_usdt, 0) })}</span>
        </li>
      ) : null}
      <li>
        <b>{t('steps.commission', { percent: formatExact(commission_percent) })}</b>
        <span>{t('steps.commissionText')}</span>
      </li>
    </ol>
  );
}
