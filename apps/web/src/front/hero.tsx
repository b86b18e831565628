import { type FormEvent, useEffect, useRef, useState } from 'react';
import { DEFAULT_COIN, paths } from '../lib/paths.ts';
import { writeSignUpEmail } from '../lib/sign-up-email.ts';
import styles from './hero.module.css';
import { figures, isClient, log } from './live.ts';
import { LogRack } from './log-rack.tsx';
import { formatCompactUsdt, formatInteger } from './numbers.ts';
import page from './page.module.css';
import { useStore } from './store.ts';
import type { Texts } from './texts.ts';

export function Hero({ texts }: { readonly texts: Texts }) {
  return (
    <div className={`${page.wrap} ${styles.hero}`}>
      <div className={styles.say}>
        <h1>{texts.hero.title}</h1>
        <p className={styles.lead}>{texts.hero.lead}</p>
        {useStore(isClient) ? <ForClients texts={texts} /> : <ForVisitors texts={texts} />}
        <Counts texts={texts} />
      </div>
      <LogRack texts={texts} />
    </div>
  );
}

function ForVisitors({ texts: { hero } }: { readonly texts: Texts }) {
  const [email, setEmail] = useState('');
  const begin = (event: FormEvent) => {
    event.preventDefault();
    writeSignUpEmail(email);
    location.assign(paths.signUp);
  };
  return (
    <>
      <form className={styles.join} action={paths.signUp} onSubmit={begin} noValidate>
        <input
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder={hero.email}
          aria-label={hero.email}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <button type="submit" className={page.button}>
          {hero.create}
        </button>
      </form>
      <div className={styles.other}>
        {hero.orSignIn} <a href={paths.signIn}>{hero.google}</a> <a href={paths.signIn}>{hero.browserWallet}</a>{' '}
        <a href={paths.signIn}>{hero.passkey}</a>
      </div>
    </>
  );
}

function ForClients({ texts: { hero } }: { readonly texts: Texts }) {
  return (
    <>
      <div className={styles.join}>
        <a className={page.button} href={paths.home}>
          {hero.home}
        </a>
        <a className={`${page.button} ${page.ghost}`} href={paths.spot.replace('$coin', DEFAULT_COIN)}>
          {hero.trade}
        </a>
      </div>
      <div className={styles.other}>{hero.signedIn}</div>
    </>
  );
}

/** Figures reported by the exchange itself. */
function Counts({ texts: { hero } }: { readonly texts: Texts }) {
  const counted = useStore(figures);
  const { position } = useStore(log);
  const clients = useCountUp(counted?.clients);
  const entries = Math.max(position, counted?.position ?? 0);
  return (
    <div className={`num ${styles.count}`}>
      <span>
        <b>{clients === undefined ? '–' : formatInteger(clients)}</b>
        {hero.clients}
      </span>
      <span>
        <b>{entries === 0 ? '–' : formatInteger(entries)}</b>
        {hero.entries}
      </span>
      <span>
        <b>{counted ? formatCompactUsdt(counted.volume_24h_usdt) : '–'}</b>
        {hero.volume}
      </span>
    </div>
  );
}

const COUNT_MS = 1000;

/** Animates from 0 to a number within a second when it is first known; later values are returned as they are. */
function useCountUp(target: number | undefined): number | undefined {
  const [shown, setShown] = useState<number>();
  const isStarted = useRef(false);
  useEffect(() => {
    if (target === undefined) return;
    if (isStarted.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return setShown(target);
    isStarted.current = true;
    const startMs = performance.now();
    let frame = 0;
    const draw = (nowMs: number) => {
      const part = Math.min(1, Math.max(0, (nowMs - startMs) / COUNT_MS));
      setShown(Math.round(target * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}
