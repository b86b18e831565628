import '@mantine/dates/styles.layer.css';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useIsPhone } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, dayText, utcDateText, yearStart } from '../lib/days.ts';
import { useDatesLocale } from '../lib/use-dates-locale.ts';
import styles from './date-range-field.module.css';

/** UTC days, such as 2026-01-31; if one end is missing, the range is open at that end. */
export type DateRange = { readonly from: string | undefined; readonly to: string | undefined };

type DateRangeFieldProps = DateRange & {
  readonly onChange: (range: DateRange) => void;
  /** Whether the range may be unlimited. */
  readonly isClearable?: boolean;
  /** Whether the field has the height of a line in a panel, without a visible label. */
  readonly isCompact?: boolean;
};

type Days = [string | null, string | null];

/** A range of past days, chosen in a calendar or from presets. */
export function DateRangeField({ from, to, onChange, isClearable = false, isCompact = false }: DateRangeFieldProps) {
  const { t } = useTranslation('common');
  const isPhone = useIsPhone();
  const dates = useDatesLocale();
  // A range of which only one end is chosen. Nothing is requested until the other end is chosen, too.
  const [half, setHalf] = useState<Days>();
  const today = dayText(Date.now());
  const choose = ([first, last]: Days) => {
    const isHalf = (first === null) !== (last === null);
    setHalf(isHalf ? [first, last] : undefined);
    if (!isHalf) onChange({ from: first ?? undefined, to: last ?? undefined });
  };
  return (
    <DatesProvider settings={dates.settings}>
      <DatePickerInput
        type="range"
        label={isCompact ? undefined : t('dateRange.label')}
        size={isCompact ? 'xs' : 'sm'}
        // The button's accessible name includes the selection.
        aria-label={
          from && to
            ? t('dateRange.chosen', { from: utcDateText(Date.parse(from)), to: utcDateText(Date.parse(to)) })
            : t('labelled', { label: t('dateRange.label'), text: t('dateRange.all') })
        }
        placeholder={t('dateRange.all')}
        value={half ?? [from ?? null, to ?? null]}
        onChange={choose}
        valueFormat={dates.format}
        maxDate={today}
        allowSingleDateInRange
        // Weekends are not marked in red, which is for losses.
        weekendDays={[]}
        clearable={isClearable}
        clearButtonProps={{ 'aria-label': t('dateRange.clear'), style: { minWidth: 24, minHeight: 24 } }}
        dropdownType={isPhone ? 'modal' : 'popover'}
        modalProps={{ title: t('dateRange.label'), closeButtonProps: { 'aria-label': t('close') } }}
        ariaLabels={{
          previousMonth: t('dateRange.previousMonth'),
          nextMonth: t('dateRange.nextMonth'),
          previousYear: t('dateRange.previousYear'),
          nextYear: t('dateRange.nextYear'),
          previousDecade: t('dateRange.previousDecade'),
          nextDecade: t('dateRange.nextDecade'),
          monthLevelControl: t('dateRange.chooseMonth'),
          yearLevelControl: t('dateRange.chooseYear'),
        }}
        presets={[
          { value: [addDays(today, -6), today], label: t('dateRange.days', { count: 7 }) },
          { value: [addDays(today, -29), today], label: t('dateRange.days', { count: 30 }) },
          { value: [yearStart(today), today], label: t('dateRange.year') },
        ]}
        rightSection={<IconCalendar size={16} stroke={1.7} aria-hidden="true" />}
        rightSectionPointerEvents="none"
        className={styles.field ?? ''}
      />
    </DatesProvider>
  );
}
