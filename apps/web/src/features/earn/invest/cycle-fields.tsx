import { NativeSelect } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './invest.module.css';
import { cycles, isHourly, isWeekly, type PlanForm } from './plan-form.ts';
import { usePlanWords, weekdayText } from './use-plan-words.ts';

type CycleFieldsProps = {
  readonly form: PlanForm;
  readonly onChange: (changes: Partial<PlanForm>) => void;
};

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** How often the plan runs, and on which day and hour. */
export function CycleFields({ form, onChange }: CycleFieldsProps) {
  const { t } = useTranslation('invest');
  const words = usePlanWords();
  const { cycle, weekday, day, hour } = form;
  return (
    <div>
      <Choices
        legend={t('editor.cycle')}
        about={t('editor.repeats', { when: words.repeats(form) })}
        options={cycles.map((value) => ({ value, text: words.cycle(value) }))}
        chosen={cycle}
        onChoose={(next) => onChange({ cycle: next })}
      />
      {isWeekly(cycle) ? (
        <Choices
          legend={t('editor.weekday')}
          isQuiet
          options={WEEKDAYS.map((value) => ({ value, text: weekdayText(value, 'short') }))}
          chosen={weekday}
          onChoose={(next) => onChange({ weekday: next })}
        />
      ) : null}
      <div className={styles.selects}>
        {cycle === 'Monthly' ? (
          <NativeSelect
            label={t('editor.day')}
            description={day > 28 ? t('editor.lastDay') : undefined}
            inputWrapperOrder={['label', 'input', 'description']}
            value={String(day)}
            data={numbers(1, 31).map(String)}
            onChange={(event) => onChange({ day: Number(event.currentTarget.value) })}
          />
        ) : null}
        {isHourly(cycle) ? null : (
          <NativeSelect
            label={t('editor.hour')}
            value={String(hour)}
            data={numbers(0, 23).map((value) => ({
              value: String(value),
              label: `${String(value).padStart(2, '0')}:00 UTC`,
            }))}
            onChange={(event) => onChange({ hour: Number(event.currentTarget.value) })}
          />
        )}
      </div>
    </div>
  );
}

type ChoicesProps<Value extends string | number> = {
  readonly legend: string;
  readonly about?: ReactNode;
  /** Whether the legend is for screen readers only. */
  readonly isQuiet?: boolean;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
};

/** A row of radio buttons, styled as keys. */
function Choices<Value extends string | number>({
  legend,
  about,
  isQuiet,
  options,
  chosen,
  onChoose,
}: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={isQuiet ? 'visually-hidden' : styles.label}>
        <span>{legend}</span>
        {about}
      </legend>
      <div className={styles.keys} data-many={options.length === 7 || undefined}>
        {options.map(({ value, text }) => (
          <label key={value} data-chosen={value === chosen || undefined}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
