import { useEffect, useRef, useState } from 'react';
import { type LogState, log, ownEntries, sums } from './live.ts';
import styles from './log-rack.module.css';
import { formatInteger, formatPlain, formatZero } from './numbers.ts';
import { useStore } from './store.ts';
import { fill, type Texts } from './texts.ts';

type Entry = LogState['entries'][number];

/** The number of entries shown behind the case, in addition to the one that slides in. */
const SHOWN = 10;
const STEP_MS = 2200;

let clock: Intl.DateTimeFormat | undefined;

/** The time of day in the format of the page's language, which is fixed for the page. */
function timeText(timeMs: number): string {
  const options = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  clock ??= new Intl.DateTimeFormat(document.documentElement.lang, options);
  return clock.format(timeMs);
}

/**
 * The log as a card index: each entry slides into the case, where the sum of all accounts stays zero. For entries of
 * other people, only the kind and the time are shown, and amounts only for public trades.
 */
export function LogRack({ texts }: { readonly texts: Texts }) {
  const slips = useSlips();
  const own = useStore(ownEntries);
  const inCase = slips.length > SHOWN ? slips[0] : undefined;
  const newest = slips.at(-1);
  return (
    <>
      <p className="visually-hidden">
        {newest
          ? fill(texts.log.said, { position: formatInteger(newest.position), kind: texts.log.kinds[newest.kind] })
          : ''}
      </p>
      <div className={`num ${styles.drawer}`} aria-hidden="true">
        {slips.length === 0
          ? Array.from({ length: SHOWN }, (_, index) => <Blank key={places[index]} index={SHOWN - 1 - index} />)
          : null}
        {slips.map((entry, index) => (
          <Slip
            key={entry.position}
            entry={entry}
            index={index - Math.max(0, slips.length - SHOWN)}
            own={own.find(({ position }) => position === entry.position)}
            texts={texts}
          />
        ))}
        <Case entry={inCase} texts={texts} />
      </div>
    </>
  );
}

const places = Array.from({ length: SHOWN }, (_, index) => `place ${index}`);

function Blank({ index }: { readonly index: number }) {
  return <div className={styles.slip} data-place={index} />;
}

/**
 * The entries to show, oldest first. Fills as soon as entries are known, then adds the newest one every few seconds,
 * regardless of how many have arrived. Pauses in a hidden tab, and if the reader prefers reduced motion.
 */
function useSlips(): readonly Entry[] {
  const { entries } = useStore(log);
  const newest = useRef(entries);
  newest.current = entries;
  const [slips, setSlips] = useState<readonly Entry[]>([]);
  const isFull = slips.length > SHOWN;
  useEffect(() => {
    if (isFull || entries.length === 0) return;
    setSlips((before) => {
      const known = before.at(-1)?.position ?? 0;
      return [...before, ...entries.filter(({ position }) => position > known)].slice(-SHOWN - 1);
    });
  }, [entries, isFull]);
  useEffect(() => {
    if (!isFull || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => {
      const next = newest.current.at(-1);
      if (document.hidden || !next) return;
      setSlips((before) => (next.position > (before.at(-1)?.position ?? 0) ? [...before.slice(1), next] : before));
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [isFull]);
  return slips;
}

interface SlipProps {
  readonly entry: Entry;
  readonly index: number;
  readonly own: { readonly coin: string; readonly amount: string } | undefined;
  readonly texts: Texts;
}

function Slip({ entry: { position, kind, time, trade }, index, own, texts }: SlipProps) {
  const amount = own ? `${formatPlain(own.amount)} ${own.coin}` : trade ? tradeText(trade, texts) : undefined;
  return (
    <div className={styles.slip} data-own={own ? true : undefined} data-place={index}>
      <span>{formatInteger(position)}</span>
      <b>{texts.log.kinds[kind]}</b>
      <span>
        {amount === undefined ? <i className={styles.hidden} title={texts.log.private} /> : amount}
        {own ? ` · ${texts.log.yours}` : ''}
      </span>
      <span>{timeText(time)}</span>
    </div>
  );
}

function tradeText({ coin, side, px, sz }: NonNullable<Entry['trade']>, { log: words }: Texts): string {
  return fill(words[side], { amount: formatPlain(sz), coin, price: formatPlain(px) });
}

const isZero = (text: string): boolean => !/[1-9]/.test(text);
const SHOWN_COINS = ['BTC', 'ETH', 'USDT', 'SOL', 'XRP', 'BNB'];

/** The front of the rack: the sum of all accounts, computed from the ledger, and the most recent entry. */
function Case({ entry, texts }: { readonly entry: Entry | undefined; readonly texts: Texts }) {
  const assets = useStore(sums)?.assets;
  const wrong = assets?.filter(({ sum }) => !isZero(sum)).length ?? 0;
  const state = !assets
    ? texts.log.sumWaiting
    : wrong > 0
      ? texts.log.sumWrong
      : fill(texts.log.sumText, { count: assets.length });
  return (
    <div className={styles.case}>
      <div>
        <span className="dim">{texts.log.sumLabel}</span>
        <div className={styles.big}>{!assets ? '–' : wrong > 0 ? wrong : formatZero()}</div>
        <span className="dim">{state}</span>
      </div>
      <Legs entry={entry} texts={texts} />
      <div className={styles.zeros}>
        {SHOWN_COINS.map((coin) => {
          const sum = assets?.find((asset) => asset.coin === coin)?.sum;
          return (
            <div key={coin}>
              <small>{coin}</small>
              {sum === undefined ? '–' : isZero(sum) ? formatZero() : formatPlain(sum)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Legs({ entry, texts }: { readonly entry: Entry | undefined; readonly texts: Texts }) {
  if (!entry) return <div className={styles.legs} />;
  const { trade } = entry;
  return (
    <div className={styles.legs}>
      <div>
        <span className="faint">{fill(texts.log.entry, { position: formatInteger(entry.position) })}</span>
        <span>{texts.log.kinds[entry.kind]}</span>
      </div>
      {trade ? (
        <>
          <div>
            <span className="dim">{texts.log.buyer}</span>
            <span>
              +{formatPlain(trade.sz)} {trade.coin}
            </span>
          </div>
          <div>
            <span className="dim">{texts.log.seller}</span>
            <span>
              −{formatPlain(trade.sz)} {trade.coin}
            </span>
          </div>
        </>
      ) : (
        <div>
          <span className="dim">{texts.log.time}</span>
          <span>{timeText(entry.time)}</span>
        </div>
      )}
      <div>
        <span>{texts.log.sum}</span>
        <span>{formatZero()}</span>
      </div>
    </div>
  );
}
