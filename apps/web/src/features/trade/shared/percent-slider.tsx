import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './percent-slider.module.css';

const STEPS = [0, 25, 50, 75, 100] as const;

type PercentSliderProps = {
  /** The percentage of the available balance that the ticket uses now. */
  readonly share: number;
  readonly disabled: boolean;
  readonly className?: string;
  readonly onPercent: (percent: number) => void;
};

/** Sets a percentage of the available balance: a slider, with the usual steps as buttons below. */
export function PercentSlider({ share, disabled, className = '', onPercent }: PercentSliderProps) {
  const { t } = useTranslation('trade');
  const whole = Math.round(share);
  return (
    <div className={`${styles.slider} ${className}`} style={{ '--share': `${share}%` } as CSSProperties}>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={whole}
        disabled={disabled}
        aria-label={t('ticket.percent')}
        aria-valuetext={`${whole}%`}
        onChange={(event) => onPercent(Number(event.currentTarget.value))}
      />
      <div className={styles.steps}>
        {STEPS.map((step) => (
          <button
            key={step}
            type="button"
            data-step={step}
            disabled={disabled}
            aria-pressed={whole === step && share > 0}
            onClick={() => onPercent(step)}
          >
            {step}%
          </button>
        ))}
      </div>
    </div>
  );
}
