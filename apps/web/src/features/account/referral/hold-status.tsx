import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../lib/when.ts';
import { Note } from '../../../ui/note.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import styles from './hold-status.module.css';
import type { Hold } from './use-referral.ts';

/** Why a friend's rewards are held, and the deadline for objections; after the decision, its result. */
export function HoldStatus({ hold }: { readonly hold: Hold }) {
  const { t } = useTranslation('referral');
  const reason = t(`hold.reasons.${hold.reason}`);
  return (
    <small>
      {hold.state === 'held' ? t('hold.short', { reason }) : t(`hold.${hold.state}`)}
      <HoldAct hold={hold} />
    </small>
  );
}

/** The hold on the client's own reward for having been invited. */
export function OwnHold({ hold }: { readonly hold: Hold }) {
  const { t } = useTranslation('referral');
  const { state, reason } = hold;
  const title = t(state === 'held' ? 'hold.ownTitle' : state === 'denied' ? 'hold.ownDenied' : 'hold.ownReleased');
  return (
    <Note tone={state === 'released' ? 'info' : 'warn'} title={title}>
      {state === 'released' ? null : t('hold.asInviter', { reason: t(`hold.reasons.${reason}`) })}
      {state === 'held' ? ` ${t('hold.ownText')}` : null}
      <HoldAct hold={hold} />
    </Note>
  );
}

function HoldAct({ hold }: { readonly hold: Hold }) {
  const { t } = useTranslation('referral');
  const [isObjecting, setIsObjecting] = useState(false);
  const { id, state, answer, object_by, objection } = hold;
  if (state !== 'held') return answer ? <span className={styles.act}>{answer}</span> : null;
  if (objection) return <span className={styles.act}>{t('hold.objected', { day: dateText(objection.made_at) })}</span>;
  return (
    <span className={styles.act}>
      {t('hold.objectBy', { day: dateText(object_by) })}
      <Button size="compact-xs" variant="outline" onClick={() => setIsObjecting(true)}>
        {t('hold.object')}
      </Button>
      {isObjecting ? <HoldDialog id={id} onClose={() => setIsObjecting(false)} /> : null}
    </span>
  );
}
