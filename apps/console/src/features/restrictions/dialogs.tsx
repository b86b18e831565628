import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { RestrictionKind, RestrictionReason } from '@vitrine/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { kinds, MOST_DAYS, type Restriction, reasons, restrictionsChanged } from './restrictions.ts';

interface SetDialogProps {
  readonly uid: string;
  readonly kind: RestrictionKind;
  readonly onClose: () => void;
}

/** Restricts a client, after asking for the kind, the reason, the rule and the duration. */
export function SetRestrictionDialog({ uid, kind: first, onClose }: SetDialogProps) {
  const { t } = useTranslation('people');
  const queries = useQueryClient();
  const [kind, setKind] = useState<RestrictionKind>(first);
  const [reason, setReason] = useState<RestrictionReason>('client_request');
  const [rule, setRule] = useState('');
  const [days, setDays] = useState('7');
  const fault = rule.trim().length < 3 ? t('restrictions.ruleMissing') : daysFault(days, t('restrictions.daysWrong'));
  return (
    <ActDialog
      title={t(kind === 'freeze' ? 'restrictions.freezeTitle' : 'restrictions.setTitle', { uid })}
      onClose={onClose}
      action={t(kind === 'freeze' ? 'client.freeze' : 'restrictions.set')}
      decision="refuse"
      reasonIs="absent"
      fault={fault}
      done={t('restrictions.done')}
      act={async () => {
        await call('POST /api/v3/console/restrictions/set', { body: { uid, kind, reason, rule, days: Number(days) } });
        await restrictionsChanged(queries);
      }}
    >
      <NativeSelect
        label={t('restrictions.kind')}
        name="kind"
        description={t(`kindTexts.${kind}`)}
        value={kind}
        data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(event) => setKind(event.currentTarget.value as RestrictionKind)}
      />
      <NativeSelect
        label={t('restrictions.reason')}
        name="reason"
        value={reason}
        data={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        onChange={(event) => setReason(event.currentTarget.value as RestrictionReason)}
      />
      <Textarea
        label={t('restrictions.ruleLabel')}
        description={t('restrictions.ruleText')}
        name="rule"
        rows={3}
        maxLength={500}
        value={rule}
        onChange={(event) => setRule(event.currentTarget.value)}
      />
      <DaysField value={days} onChange={setDays} />
    </ActDialog>
  );
}

interface OneProps {
  readonly restriction: Restriction;
  readonly onClose: () => void;
}

export function EndRestrictionDialog({ restriction: { id, uid, kind }, onClose }: OneProps) {
  const { t } = useTranslation('people');
  const queries = useQueryClient();
  const isFreeze = kind === 'freeze';
  return (
    <ActDialog
      title={t(isFreeze ? 'restrictions.unfreezeTitle' : 'restrictions.endTitle', { uid })}
      onClose={onClose}
      action={t(isFreeze ? 'restrictions.unfreeze' : 'restrictions.end')}
      decision="approve"
      done={t('restrictions.endDone')}
      act={async (reason) => {
        await call('POST /api/v3/console/restrictions/end', { body: { id, reason } });
        await restrictionsChanged(queries);
      }}
    >
      <p className="dim">{t('restrictions.endText')}</p>
    </ActDialog>
  );
}

export function RenewRestrictionDialog({ restriction: { id, uid }, onClose }: OneProps) {
  const { t } = useTranslation('people');
  const [days, setDays] = useState(String(MOST_DAYS));
  return (
    <ActDialog
      title={t('restrictions.renewTitle', { uid })}
      onClose={onClose}
      action={t('restrictions.renew')}
      fault={daysFault(days, t('restrictions.daysWrong'))}
      done={t('restrictions.renewDone')}
      act={(reason) => call('POST /api/v3/console/restrictions/renew', { body: { id, days: Number(days), reason } })}
    >
      <p className="dim">{t('restrictions.renewText')}</p>
      <DaysField value={days} onChange={setDays} />
    </ActDialog>
  );
}

function DaysField({ value, onChange }: { readonly value: string; readonly onChange: (next: string) => void }) {
  const { t } = useTranslation('people');
  return (
    <TextInput
      label={t('restrictions.days')}
      description={t('restrictions.daysText')}
      name="days"
      inputMode="numeric"
      maxLength={2}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
    />
  );
}

const daysFault = (days: string, words: string): string | undefined =>
  Number(days) >= 1 && Number(days) <= MOST_DAYS ? undefined : words;
