import type { CandleInterval } from '@vitrine/contract';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../ui/menu-button.tsx';
import type { ChartCommands } from './candle-chart.tsx';
import styles from './chart.module.css';
import { drawingTools, overIndicators, underIndicators } from './chart-settings.ts';

type IntervalChoiceProps = {
  readonly intervals: readonly CandleInterval[];
  readonly interval: CandleInterval;
  readonly onChange: (interval: CandleInterval) => void;
};

export function IntervalChoice({ intervals, interval, onChange }: IntervalChoiceProps) {
  const { t } = useTranslation('trade');
  return (
    <fieldset className={styles.intervals}>
      <legend className="visually-hidden">{t('chart.interval')}</legend>
      {intervals.map((each) => (
        <button key={each} type="button" aria-pressed={interval === each} onClick={() => onChange(each)}>
          {each}
        </button>
      ))}
    </fieldset>
  );
}

type ChartToolsProps = {
  readonly indicators: readonly string[];
  readonly onIndicators: (indicators: readonly string[]) => void;
  readonly commands: ChartCommands | undefined;
};

/** Menus for what is drawn on the chart: indicators to switch on or off, and drawing tools. */
export function ChartTools({ indicators, onIndicators, commands }: ChartToolsProps) {
  const { t } = useTranslation('trade');
  const toggle = (name: string) =>
    onIndicators(indicators.includes(name) ? indicators.filter((each) => each !== name) : [...indicators, name]);
  const switches = (key: 'over' | 'under', names: readonly string[]) => ({
    key,
    title: t(`chart.${key}`),
    entries: names.map((name) => ({
      key: name,
      label: name,
      isChosen: indicators.includes(name),
      onChoose: () => toggle(name),
    })),
  });
  const drawings = drawingTools.map((tool) => ({
    key: tool,
    label: t(`chart.drawing.${tool}`),
    onChoose: () => commands?.draw(tool),
  }));
  const clear = { key: 'clear', label: t('chart.clearDrawings'), onChoose: () => commands?.clearDrawings() };
  return (
    <div className={styles.tools}>
      <MenuButton
        takesMany
        position="bottom-start"
        groups={[switches('over', overIndicators), switches('under', underIndicators)]}
        button={<button type="button">{t('chart.indicators')}</button>}
      />
      <MenuButton
        position="bottom-start"
        groups={[
          { key: 'tools', entries: drawings },
          { key: 'clear', entries: [clear] },
        ]}
        button={
          <button type="button" disabled={!commands}>
            {t('chart.draw')}
          </button>
        }
      />
    </div>
  );
}
