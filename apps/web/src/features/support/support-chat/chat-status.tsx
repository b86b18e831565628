import { useTranslation } from 'react-i18next';
import { useSupport } from '../../../lib/support.ts';
import styles from '../../../ui/chat/chat-status.module.css';
import { durationText } from '../../../ui/chat/duration-text.ts';
import { hoursText } from '../../../ui/chat/hours-text.ts';

/** Whether support is available now, and the usual response time, if there are enough responses to estimate it. */
export function ChatStatus() {
  const { t } = useTranslation('support');
  const first = useSupport().data?.pages[0];
  if (first === undefined) return <p className={styles.status}>&nbsp;</p>;
  const { hours, usual_answer_seconds } = first;
  const open = hours.open ? t('status.open') : t('status.closed');
  const usual =
    usual_answer_seconds === undefined ? '' : t('status.usual', { duration: durationText(t, usual_answer_seconds) });
  const when = hours.open ? usual : hoursText(hours) || usual;
  return (
    <p className={styles.status} data-open={hours.open || undefined}>
      <span className={styles.dot} aria-hidden="true" />
      {[open, when].filter(Boolean).join(' · ')}
    </p>
  );
}
