import type { Calls } from '@vitrine/contract';
import { type ReactNode, useState } from 'react';
import { readStored, writeStored } from '../../lib/stored.ts';
import styles from './promotions.module.css';

export type Promotion = Calls['GET /api/v3/promotions']['response']['promotions'][number];

interface PromotionsProps {
  readonly promotions: readonly Promotion[];
  /** Returns the text with the end of a promotion. */
  readonly untilText: (untilMs: number) => string;
  /** The label of the button that hides a banner. */
  readonly hideText: string;
}

const HIDDEN = 'promotions.hidden';
const MOST_HIDDEN = 50;
const areIds = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((id) => Number.isInteger(id));

/** Operators' banners, each shown until the reader hides it. */
export function Banners({ promotions, untilText, hideText }: PromotionsProps) {
  const [hidden, setHidden] = useState(() => readStored(HIDDEN, areIds) ?? []);
  const shown = promotions.filter(({ id, place }) => place === 'banner' && !hidden.includes(id));
  const hide = (id: number) => {
    const next = [...hidden, id].slice(-MOST_HIDDEN);
    setHidden(next);
    writeStored(HIDDEN, next);
  };
  if (shown.length === 0) return null;
  return (
    <ul className={styles.banners}>
      {shown.map((each) => (
        <li key={each.id}>
          <PromotionLink to={each.link}>
            <b>{each.title}</b>
            <span>{each.text}</span>
            <small>{untilText(each.until)}</small>
          </PromotionLink>
          <button
            type="button"
            aria-label={`${hideText}: ${each.title}`}
            title={hideText}
            onClick={() => hide(each.id)}
          >
            <svg width="16" height="16" viewBox="0 0 16 16" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
              <path d="M4 4l8 8M12 4l-8 8" />
            </svg>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Operators' promotions as tiles. */
export function PromotionTiles({ promotions, untilText }: Omit<PromotionsProps, 'hideText'>) {
  const shown = promotions.filter(({ place }) => place === 'promotion');
  if (shown.length === 0) return null;
  return (
    <ul className={styles.tiles} data-count={Math.min(shown.length, 3)}>
      {shown.map(({ id, title, text, link, imageurl, image_alt, until }) => (
        <li key={id}>
          <PromotionLink to={link}>
            {imageurl === '' ? null : (
              <img src={imageurl} alt={image_alt} width={1440} height={810} loading="lazy" decoding="async" />
            )}
            <b>{title}</b>
            <span>{text}</span>
            <small>{untilText(until)}</small>
          </PromotionLink>
        </li>
      ))}
    </ul>
  );
}

/** The link of a promotion. If it leads to another site, the site's name is shown. */
function PromotionLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  if (to.startsWith('/')) return <a href={to}>{children}</a>;
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
      <small className={styles.host}>{new URL(to).hostname} ↗</small>
    </a>
  );
}
