import { Menu } from '@mantine/core';
import type { CandleInterval } from '@vitrine/contract';
import { useTranslation } from 'react-i18next';
import type { ChartCommands } from './candle-chart.tsx';
import styles from './chart.module.css';
import { drawingTools, intervals, overIndicators, underIndicators } from './chart-settings.ts';

type IntervalChoiceProps = { readonly interval: CandleInterval; readonly onChange: (interval: CandleInterval) => void };

export function IntervalChoice({ interval, onChange }: IntervalChoiceProps) {
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

/** What is drawn on the chart: indicators to switch, and tools to draw with. */
export function ChartTools({ indicators, onIndicators, commands }: ChartToolsProps) {
  const { t } = useTranslation('trade');
  const toggle = (name: string) =>
    onIndicators(indicators.includes(name) ? indicators.filter((each) => each !== name) : [...indicators, name]);
  const items = (names: readonly string[]) =>
    names.map((name) => (
      <Menu.CheckboxItem key={name} checked={indicators.includes(name)} onChange={() => toggle(name)}>
        {name}
      </Menu.CheckboxItem>
    ));
  return (
    <div className={styles.tools}>
      <Menu closeOnItemClick={false} position="bottom-start" withinPortal>
        <Menu.Target>
          <button type="button">{t('chart.indicators')}</button>
        </Menu.Target>
        <Menu.Dropdown className={styles.columns ?? ''}>
          <div>
            <Menu.Label>{t('chart.over')}</Menu.Label>
            {items(overIndicators)}
          </div>
          <div>
            <Menu.Label>{t('chart.under')}</Menu.Label>
            {items(underIndicators)}
          </div>
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <button type="button" disabled={!commands}>
            {t('chart.draw')}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {drawingTools.map((tool) => (
            <Menu.Item key={tool} onClick={() => commands?.draw(tool)}>
              {t(`chart.drawing.${tool}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => commands?.clearDrawings()}>{t('chart.clearDrawings')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
