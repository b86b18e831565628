import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './subscribe.module.css';

type OutcomeProps = {
  readonly text: string;
  /** Why the subscription failed. */
  readonly reason: string | undefined;
  readonly onBack: (() => void) | undefined;
};

/** The result of a subscription. */
export function Outcome({ text, reason, onBack }: OutcomeProps) {
  const { t } = useTranslation('earn');
  return (
    <div className={styles.outcome} role={onBack === undefined ? 'status' : 'alert'}>
      <p>{text}</p>
      {reason === undefined ? null : <p className={styles.reason}>{reason}</p>}
      {onBack === undefined ? null : <Button onClick={onBack}>{t('subscribe.back')}</Button>}
    </div>
  );
}
