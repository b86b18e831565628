import { useTranslation } from 'react-i18next';
import type { SupportTopic } from '../../../lib/support.ts';
import styles from './topics.module.css';

const TOPICS: readonly SupportTopic[] = ['deposit', 'withdrawal', 'trading', 'account', 'identity', 'other'];

interface TopicsProps {
  readonly value: SupportTopic | undefined;
  readonly onChange: (topic: SupportTopic | undefined) => void;
}

/** The topic of a new question, which routes it to the right team. */
export function Topics({ value, onChange }: TopicsProps) {
  const { t } = useTranslation('support');
  return (
    <fieldset className={styles.topics}>
      <legend>{t('topic.label')}</legend>
      {TOPICS.map((topic) => (
        <button
          key={topic}
          type="button"
          aria-pressed={topic === value}
          onClick={() => onChange(topic === value ? undefined : topic)}
        >
          {t(`topic.${topic}`)}
        </button>
      ))}
    </fieldset>
  );
}
