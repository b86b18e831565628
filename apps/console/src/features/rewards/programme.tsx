import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { formatExact, formatInteger } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import styles from './programme.module.css';
import { type Programme, REWARDS_KEY } from './rewards.ts';

/** The current terms of the referral programme. */
export function ProgrammeTerms({ programme }: { readonly programme: Programme | undefined }) {
  const { t } = useTranslation('rewards');
  if (programme === undefined) return <p className={styles.none}>{t('programme.none')}</p>;
  const { joined_usdt, bonus_usdt, bonus_above_usdt, commission_percent, is_open } = programme;
  return (
    <dl className={styles.terms}>
      <dt>{t('programme.joined_usdt')}</dt>
      <dd>{formatInteger(joined_usdt)}</dd>
      <dt>{t('programme.bonus_usdt')}</dt>
      <dd>{formatInteger(bonus_usdt)}</dd>
      <dt>{t('programme.bonus_above_usdt')}</dt>
      <dd>{formatInteger(bonus_above_usdt)}</dd>
      <dt>{t('programme.commission')}</dt>
      <dd>{formatExact(commission_percent)}%</dd>
      <dt>{t('programme.state')}</dt>
      <dd>{t(is_open ? 'programme.open' : 'programme.closed')}</dd>
    </dl>
  );
}

const PPM_OF_PERCENT = 10_000;
const amounts = ['joined_usdt', 'bonus_usdt', 'bonus_above_usdt'] as const;
const PERCENT = /^[0-9]{1,2}(\.[0-9]{1,4})?$/;

type DialogProps = { readonly programme: Programme | undefined; readonly onClose: () => void };

/** Requests new terms, which apply to friends who sign up from then on. */
export function ProgrammeDialog({ programme, onClose }: DialogProps) {
  const { t } = useTranslation('rewards');
  const queries = useQueryClient();
  const [terms, setTerms] = useState({
    joined_usdt: Number(programme?.joined_usdt ?? 100),
    bonus_usdt: Number(programme?.bonus_usdt ?? 100),
    bonus_above_usdt: Number(programme?.bonus_above_usdt ?? 50),
    percent: programme?.commission_percent ?? '10',
    is_open: programme?.is_open ?? true,
  });
  const ppm = Math.round(Number(terms.percent) * PPM_OF_PERCENT);
  const isWrong = !PERCENT.test(terms.percent) || ppm > 50 * PPM_OF_PERCENT;
  return (
    <ActDialog
      title={t('programme.change')}
      onClose={onClose}
      action={t('fund.ask')}
      done={t('fund.asked')}
      fault={isWrong ? t('programme.wrong') : undefined}
      act={async (reason) => {
        const { percent: _, ...rest } = terms;
        await call('POST /api/v3/console/rewards/programme', { body: { ...rest, commission_ppm: ppm, reason } });
        await Promise.all([
          queries.invalidateQueries({ queryKey: REWARDS_KEY }),
          queries.invalidateQueries({ queryKey: ['approvals'] }),
        ]);
      }}
    >
      {amounts.map((field) => (
        <TextInput
          key={field}
          label={t(`programme.${field}`)}
          inputMode="numeric"
          value={String(terms[field])}
          onChange={(event) =>
            setTerms({ ...terms, [field]: Number(event.currentTarget.value.replace(/\D/g, '').slice(0, 7)) })
          }
        />
      ))}
      <TextInput
        label={`${t('programme.commission')}, %`}
        inputMode="decimal"
        value={terms.percent}
        onChange={(event) => setTerms({ ...terms, percent: event.currentTarget.value.trim() })}
      />
      <Checkbox
        label={t('programme.isOpen')}
        checked={terms.is_open}
        onChange={(event) => setTerms({ ...terms, is_open: event.currentTarget.checked })}
      />
    </ActDialog>
  );
}
