import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CaseView } from '../../features/kyc/case-view.tsx';
import type { CaseState } from '../../features/kyc/kyc.ts';
import { Queue, useCases } from '../../features/kyc/queue.tsx';
import { paths } from '../../lib/paths.ts';
import { NothingChosen } from '../../ui/nothing-chosen.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './kyc-page.module.css';

/** The queue, with one case beside it. J and K go from case to case. */
export function KycPage() {
  const { t } = useTranslation('kyc');
  const { uid } = useParams({ strict: false });
  const { state = 'waiting' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const uids = useCases(state).data?.cases.map((item) => item.uid) ?? [];
  const search = state === 'waiting' ? {} : { state };
  const open = (next: string | undefined) =>
    next === undefined
      ? navigate({ to: paths.kyc, search })
      : navigate({ to: paths.kycCase, params: { uid: next }, search });
  const place = uid === undefined ? -1 : uids.indexOf(uid);
  useKeys({
    j: () => void open(uids[place + 1] ?? uid),
    k: () => void open(uids[place - 1] ?? uid),
  });
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className={styles.columns}>
        <Queue
          state={state}
          current={uid}
          onState={(next: CaseState) =>
            void navigate({ to: paths.kyc, search: next === 'waiting' ? {} : { state: next } })
          }
        />
        {uid === undefined ? (
          <NothingChosen title={t('choose')}>{t('chooseText')}</NothingChosen>
        ) : (
          <CaseView uid={uid} onDecided={() => void open(undefined)} />
        )}
      </div>
    </Page>
  );
}

/** Single-key shortcuts, unless a text field has the focus. */
function useKeys(acts: Readonly<Record<string, () => void>>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      acts[event.key]?.();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
