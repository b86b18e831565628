import { useEffect, useRef, useState } from 'react';
import { useCoins } from './coins.ts';
import { DayLine } from './day-line.tsx';
import styles from './download.module.css';
import { downloads } from './downloads.ts';
import { formatPercent, formatPlain, formatSigned, useFigureFormat } from './numbers.ts';
import page from './page.module.css';
import type { Texts } from './texts.ts';

/** The browser's `beforeinstallprompt` event, which only some browsers fire. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

export function Download({ texts }: { readonly texts: Texts }) {
  const { download } = texts;
  const sheet = useRef<HTMLDialogElement>(null);
  const offer = useInstallOffer();
  const install = () => {
    if (offer) void offer.prompt();
    else sheet.current?.showModal();
  };
  return (
    <section className={`${page.wrap} ${page.section}`} id="download">
      <div className={`${page.glass} ${styles.pane}`}>
        <h2 className={page.title}>{download.title}</h2>
        <p className={styles.text}>{download.text}</p>
        <div className={styles.buttons}>
          <button type="button" className={page.button} onClick={install}>
            {download.install}
          </button>
          <a className={`${page.button} ${page.ghost}`} href={downloads.android} target="_blank" rel="noopener">
            {download.android}
          </a>
          <a className={`${page.button} ${page.ghost}`} href={downloads.ios} target="_blank" rel="noopener">
            {download.ios}
          </a>
        </div>
        <small className="faint">{download.note}</small>
        <Screens texts={texts} />
      </div>
      <dialog ref={sheet} className={styles.sheet} aria-labelledby="install">
        <h3 id="install">{download.sheetTitle}</h3>
        <p>{download.sheetText}</p>
        <ul>
          <li>{download.sheetAndroid}</li>
          <li>{download.sheetIos}</li>
        </ul>
        <button type="button" className={page.button} onClick={() => sheet.current?.close()}>
          {download.sheetClose}
        </button>
      </dialog>
    </section>
  );
}

function useInstallOffer(): InstallOffer | undefined {
  const [offer, setOffer] = useState<InstallOffer>();
  useEffect(() => {
    const receive = (event: Event) => {
      event.preventDefault();
      setOffer(event as InstallOffer);
    };
    window.addEventListener('beforeinstallprompt', receive);
    return () => window.removeEventListener('beforeinstallprompt', receive);
  }, []);
  return offer;
}

/** An example balance on a phone, in front of a live price on a computer. */
function Screens({ texts: { download } }: { readonly texts: Texts }) {
  const [first] = useCoins('volume');
  useFigureFormat();
  return (
    <div aria-hidden="true" className="num">
      <div className={styles.window}>
        {first ? (
          <>
            <b>{first.fullName}</b> {formatPlain(first.price)}{' '}
            <span className={page[first.tone]}>{formatPercent(first.percent)}</span>
            <div className={styles.chart}>
              <DayLine coin={first.name} percent={first.percent} width={330} height={220} />
            </div>
          </>
        ) : null}
      </div>
      <div className={styles.phone}>
        <div className={styles.line}>
          <span className="dim">{download.total}</span>
          <span className={page.demo}>{download.example}</span>
        </div>
        <div className={styles.total}>{formatPlain('1259.16')}</div>
        <span className={page.up}>
          {formatSigned('8.22', 2)} {download.today}
        </span>
        <div className={styles.acts}>
          <span className={page.button}>{download.deposit}</span>
          <span className={`${page.button} ${page.ghost}`}>{download.withdraw}</span>
        </div>
        {example.map(([coin, amount, value]) => (
          <div key={coin} className={styles.row}>
            <img src={`/coins/${coin.toLowerCase()}.svg`} alt="" width={28} height={28} loading="lazy" />
            <b>{coin}</b>
            <span>
              {formatPlain(amount)}
              <small className="faint">{formatPlain(value)}</small>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The parts add up to the example's total. */
const example = [
  ['BTC', '0.0120', '780.00'],
  ['ETH', '0.0640', '220.00'],
  ['USDT', '259.16', '259.16'],
] as const;
