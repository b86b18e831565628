import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelBar } from '../shared/panel-bar.tsx';
import { useTrade } from '../shared/trade-context.ts';
import styles from './book.module.css';
import { BookLadder, type BookView } from './book-ladder.tsx';
import { GroupSelect } from './group-select.tsx';

const bookViews = ['both', 'bids', 'asks'] as const satisfies readonly BookView[];

/** The order book with its controls: which sides are shown, and how prices are grouped. */
export function BookPanel() {
  const { t } = useTranslation('trade');
  const [view, setView] = useState<BookView>('both');
  const [multiple, setMultiple] = useState<number>(1);
  const [inQuote, setInQuote] = useState(false);
  const { rules } = useTrade();
  return (
    <div className={styles.panel}>
      <PanelBar title={t('book.title')}>
        <fieldset className={styles.views}>
          <legend className="visually-hidden">{t('book.sides')}</legend>
          {bookViews.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={view === each}
              aria-label={t(`book.view.${each}`)}
              title={t(`book.view.${each}`)}
              onClick={() => setView(each)}
            >
              <ViewMark view={each} />
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          className={styles.unit}
          aria-label={t('book.unit', { coin: inQuote ? rules.base : rules.quote })}
          title={t('book.unit', { coin: inQuote ? rules.base : rules.quote })}
          onClick={() => setInQuote(!inQuote)}
        >
          {inQuote ? rules.quote : rules.base}
        </button>
        <GroupSelect multiple={multiple} onChange={setMultiple} />
      </PanelBar>
      <BookLadder view={view} multiple={multiple} shape="ladder" inQuote={inQuote} />
    </div>
  );
}

const MARKS: Record<BookView, readonly [string, string, string]> = {
  both: ['down', 'rest', 'up'],
  bids: ['up', 'up', 'up'],
  asks: ['down', 'down', 'down'],
};

function ViewMark({ view }: { readonly view: BookView }) {
  const stroke = (tone: string, y: number) => (
    <rect className={styles[tone]} x="0" y={y} width={tone === 'rest' ? 16 : 10} height="3.4" rx="1" />
  );
  const [upper, middle, lower] = MARKS[view];
  return (
    <svg width="16" height="14" viewBox="0 0 16 14" aria-hidden="true">
      {stroke(upper, 0)}
      {stroke(middle, 5)}
      {stroke(lower, 10)}
    </svg>
  );
}
