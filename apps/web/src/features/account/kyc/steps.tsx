import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type PhotoKind, type Proof, photoKinds } from './proof.ts';
import styles from './steps.module.css';

export type Step = PhotoKind | 'document';

const steps: readonly Step[] = ['document', ...photoKinds];

type StepState = 'open' | 'done' | 'sent' | 'refused';

/** The four steps of the verification, with the status of each. */
export function Steps({ current, proof }: { readonly current: Step; readonly proof: Proof }) {
  const { t } = useTranslation('kyc');
  return (
    <ol className={styles.steps} aria-label={t('steps.label')}>
      {steps.map((step, index) => {
        const state = stateOf(step, proof, current);
        return (
          <li key={step} data-state={state} aria-current={step === current ? 'step' : undefined}>
            <span className={styles.mark} aria-hidden="true">
              {state === 'done' || state === 'sent' ? (
                <IconCheck size={15} stroke={2.4} />
              ) : state === 'refused' ? (
                <IconX size={15} stroke={2.4} />
              ) : (
                index + 1
              )}
            </span>
            <span>
              <b>{t(`steps.${step}`)}</b>
              <small>{t(step === current ? 'steps.now' : `steps.${state}`)}</small>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function stateOf(step: Step, { photos, idType }: Proof, current: Step): StepState {
  if (step === 'document') return idType !== '' || current !== 'document' ? 'done' : 'open';
  const { status } = photos[step];
  if (status === 'approved') return 'done';
  if (status === 'pending') return 'sent';
  return status === 'refused' ? 'refused' : 'open';
}
