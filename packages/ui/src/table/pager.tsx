import { shownPages } from './page-numbers.ts';
import styles from './pager.module.css';

type PagerProps = {
  readonly pages: number;
  readonly current: number;
  readonly onChange: (page: number) => void;
  readonly labelOf: (page: number) => string;
};

/** Buttons for the pages of a list, between one for the previous page and one for the next. */
export function Pager({ pages, current, onChange, labelOf }: PagerProps) {
  const step = (page: number, path: string) => (
    <button
      type="button"
      className={styles.step}
      aria-label={labelOf(page)}
      disabled={page < 1 || page > pages}
      onClick={() => onChange(page)}
    >
      <Glyph path={path} />
    </button>
  );
  return (
    <div className={styles.pages}>
      {step(current - 1, 'M7.219 8l3.3 3.3-.943.943L5.333 8l4.243-4.243.943.943-3.3 3.3z')}
      {shownPages(pages, current).map((page) =>
        typeof page === 'string' ? (
          <span key={page} className={styles.gap}>
            <Glyph path="M2 8a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1-2.6 0zm4.7 0a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1-2.6 0zm4.7 0a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1-2.6 0z" />
          </span>
        ) : (
          <button
            key={page}
            type="button"
            className={styles.page}
            aria-label={labelOf(page)}
            aria-current={page === current ? 'page' : undefined}
            onClick={() => onChange(page)}
          >
            {page}
          </button>
        ),
      )}
      {step(current + 1, 'M8.781 8l-3.3-3.3.943-.943L10.667 8l-4.243 4.243-.943-.943 3.3-3.3z')}
    </div>
  );
}

const Glyph = ({ path }: { readonly path: string }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} fill="currentColor" />
  </svg>
);
