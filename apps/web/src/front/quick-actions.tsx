import { paths } from '../lib/paths.ts';
import { openChat } from './chat.tsx';
import page from './page.module.css';
import styles from './quick-actions.module.css';
import type { Texts } from './texts.ts';

const actions = [
  ['deposit', 'depositText', paths.deposit, 'M11 3v11M6.5 9.5 11 14l4.5-4.5M4 18.5h14'],
  ['withdraw', 'withdrawText', paths.withdraw, 'M11 14V3M6.5 7.5 11 3l4.5 4.5M4 18.5h14'],
  ['convert', 'convertText', paths.convert, 'M5 9a6 6 0 0 1 11-2M17 4v3h-3M17 13a6 6 0 0 1-11 2M5 18v-3h3'],
  ['help', 'helpText', paths.contact, 'M4 5h14v9h-7l-4 4v-4H4z'],
  ['buy', 'buyText', paths.pageUnavailable, 'M3 6h16v11H3zM3 10h16'],
  ['p2p', 'p2pText', paths.pageUnavailable, 'M4 8h13l-3-3M18 14H5l3 3'],
] as const;

export function QuickActions({ texts: { actions: words } }: { readonly texts: Texts }) {
  return (
    <div>
      <div className={page.head}>
        <h2 className={page.title}>{words.title}</h2>
      </div>
      <ul className={styles.list}>
        {actions.map(([title, text, href, shape]) => (
          <li key={title}>
            <a href={href} onClick={href === paths.contact ? openChat : undefined}>
              <Icon shape={shape} />
              <span>
                <b>{words[title]}</b>
                <small>{words[text]}</small>
              </span>
              {href === paths.pageUnavailable ? (
                <span className={page.chip}>{words.soon}</span>
              ) : (
                <span className="faint" aria-hidden="true">
                  →
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A line icon on a 22 × 22 grid. */
function Icon({ shape, size = 22 }: { readonly shape: string; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 22 22"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  );
}
