import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ticket.module.css';

type LimitOptionsProps<Time extends string> = {
  readonly postOnly: boolean;
  readonly onPostOnly: (postOnly: boolean) => void;
  /** The available time-in-force options; empty if there is no choice. */
  readonly times: readonly Time[];
  readonly time: Time;
  readonly onTime: (time: Time) => void;
  /** Chips of further options. */
  readonly children?: ReactNode;
};

/** A limit order's post-only and time-in-force options, as a row of chips. */
export function LimitOptions<Time extends 'GTC' | 'IOC' | 'FOK'>(props: LimitOptionsProps<Time>) {
  const { postOnly, onPostOnly, times, time, onTime, children } = props;
  const { t } = useTranslation('trade');
  return (
    <div className={styles.options}>
      <button
        type="button"
        aria-pressed={postOnly}
        title={t('ticket.postOnlyNote')}
        onClick={() => onPostOnly(!postOnly)}
      >
        {t('ticket.postOnly')}
      </button>
      {children}
      {times.length === 0 ? null : (
        <fieldset>
          <legend className="visually-hidden">{t('ticket.timeInForce')}</legend>
          {times.map((each) => (
            <button
              key={each}
              type="button"
              aria-label={t(`time.${each}`)}
              title={t(`time.${each}`)}
              aria-pressed={time === each}
              onClick={() => onTime(each)}
            >
              {each}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
