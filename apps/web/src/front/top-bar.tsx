import { BrandMark } from '@vitrine/ui';
import { useEffect, useState } from 'react';
import { paths } from '../lib/paths.ts';
import { ChatButton } from './chat.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { isClient } from './live.ts';
import page from './page.module.css';
import { useIsSandbox } from './sandbox.ts';
import { type Scheme, shownScheme, storeScheme } from './scheme.ts';
import { useStore } from './store.ts';
import type { Texts } from './texts.ts';
import styles from './top-bar.module.css';

export function TopBar({ texts, language }: { readonly texts: Texts; readonly language: string }) {
  const { nav } = texts;
  const isSandbox = useIsSandbox();
  return (
    <header className={styles.bar}>
      <a href={paths.landing} className={styles.brand} aria-label={texts.brand}>
        <BrandMark size={24} />
        {texts.brand}
      </a>
      {isSandbox ? (
        <span className={page.chip} data-tone="note" title={texts.sandboxTitle}>
          {texts.sandbox}
        </span>
      ) : null}
      <nav className={styles.nav} aria-label={nav.label}>
        <a href={paths.markets}>{nav.markets}</a>
        <a href={paths.spotDefault}>{nav.trade}</a>
        <a href={paths.futuresDefault}>{nav.futures}</a>
        <a href={paths.convert}>{nav.convert}</a>
        <a href={paths.buy}>{nav.buy}</a>
        <a href={paths.simpleEarn}>{nav.earn}</a>
        <a href={paths.rewards}>{nav.rewards}</a>
        <a href="#bottom">{nav.download}</a>
      </nav>
      <div className={styles.right}>
        <LanguageChoice texts={texts} language={language} className={styles.language} />
        <ChatButton texts={texts} />
        <SchemeButton texts={texts} />
        <Entrance texts={texts} />
      </div>
    </header>
  );
}

function Entrance({ texts: { nav } }: { readonly texts: Texts }) {
  const [first, second] = useStore(isClient)
    ? [
        [paths.wallet, nav.wallet],
        [paths.home, nav.home],
      ]
    : [
        [paths.signIn, nav.signIn],
        [paths.signUp, nav.create],
      ];
  return (
    <>
      <a href={first?.[0]} className={styles.quiet}>
        {first?.[1]}
      </a>
      <a href={second?.[0]} className={`${page.button} ${styles.main}`}>
        {second?.[1]}
      </a>
    </>
  );
}

function SchemeButton({ texts: { nav } }: { readonly texts: Texts }) {
  const [scheme, setScheme] = useState<Scheme>('dark');
  useEffect(() => setScheme(shownScheme()), []);
  const next = scheme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={styles.scheme}
      aria-label={nav[next]}
      title={nav[next]}
      onClick={() => {
        storeScheme(next);
        setScheme(next);
      }}
    >
      <svg
        width="20"
        height="20"
        viewBox="0 0 22 22"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <circle cx="11" cy="11" r="7.5" />
        <path d="M11 3.5a7.5 7.5 0 0 1 0 15z" fill="currentColor" />
      </svg>
    </button>
  );
}
