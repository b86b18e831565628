import { NativeSelect, Textarea } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Decision, type PhotoKind, type RefusalReason, reasonsFor } from './kyc.ts';
import styles from './photo-decision.module.css';

type PhotoDecisionProps = {
  readonly kind: PhotoKind;
  readonly decision: Decision;
  readonly onDecision: (decision: Decision) => void;
};

/** The choice to approve a photo, or to refuse it with a reason from the list and an optional note. */
export function PhotoDecision({ kind, decision, onDecision }: PhotoDecisionProps) {
  const { t } = useTranslation('kyc');
  const { approve, reason, note } = decision;
  const name = t(`photos.${kind}`);
  return (
    <div className={styles.decision}>
      <div className={styles.pair}>
        <button
          type="button"
          data-chosen={approve === true ? 'approve' : undefined}
          aria-pressed={approve === true}
          aria-label={t('decision.approveOf', { photo: name })}
          onClick={() => onDecision({ approve: true, note: '' })}
        >
          <IconCheck size={14} stroke={2} aria-hidden="true" />
          {t('decision.approve')}
        </button>
        <button
          type="button"
          data-chosen={approve === false ? 'refuse' : undefined}
          aria-pressed={approve === false}
          aria-label={t('decision.refuseOf', { photo: name })}
          onClick={() => onDecision({ approve: false, reason, note })}
        >
          <IconX size={14} stroke={2} aria-hidden="true" />
          {t('decision.refuse')}
        </button>
      </div>
      <NativeSelect
        aria-label={t('decision.reasonOf', { photo: name })}
        disabled={approve !== false}
        value={reason ?? ''}
        data={[
          { value: '', label: t('decision.reason') },
          ...reasonsFor(kind).map((value) => ({ value, label: t(`reasons.${value}`) })),
        ]}
        onChange={(event) =>
          onDecision({ ...decision, reason: (event.currentTarget.value || undefined) as RefusalReason })
        }
      />
      {approve === false ? (
        <Textarea
          aria-label={t('decision.noteOf', { photo: name })}
          placeholder={t(reason === 'other' ? 'decision.noteNeeded' : 'decision.note')}
          rows={2}
          maxLength={300}
          value={note}
          onChange={(event) => onDecision({ ...decision, note: event.currentTarget.value })}
        />
      ) : null}
    </div>
  );
}
