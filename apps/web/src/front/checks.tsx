import { paths } from '../lib/paths.ts';
import styles from './checks.module.css';
import { log, sums } from './live.ts';
import { formatInteger, formatPlain, formatSigned, formatZero, useFigureFormat } from './numbers.ts';
import page from './page.module.css';
import { useStore } from './store.ts';
import { fill, type Texts } from './texts.ts';

/** Facts that visitors can verify on this page, each with its source. */
export function Checks({ texts }: { readonly texts: Texts }) {
  const { checks } = texts;
  return (
    <section className={styles.band}>
      <div className={page.wrap}>
        <div className={styles.head}>
          <h2>{checks.title}</h2>
          <p>{checks.lead}</p>
        </div>
        <ul className={styles.cards}>
          <li className={page.glass}>
            <LogPicture texts={texts} />
            <h3>{checks.log.title}</h3>
            <p>{checks.log.text}</p>
            <a className="link" href="#main">
              {checks.log.action}
            </a>
          </li>
          <li className={page.glass}>
            <BalancePicture texts={texts} />
            <h3>{checks.balance.title}</h3>
            <p>{checks.balance.text}</p>
            <a className="link" href={paths.history}>
              {checks.balance.action}
            </a>
          </li>
          <li className={page.glass}>
            <SumsPicture texts={texts} />
            <h3>{checks.sums.title}</h3>
            <p>{checks.sums.text}</p>
            <a className="link" href="/api/v3/ledger-sums" target="_blank" rel="noopener">
              {checks.sums.action}
            </a>
          </li>
        </ul>
      </div>
    </section>
  );
}

const ENTRIES = 3;

function LogPicture({ texts }: { readonly texts: Texts }) {
  const { position, entries } = useStore(log);
  const known = useStore(sums);
  return (
    <div className={`num ${styles.picture}`}>
      <p className={styles.figure}>
        <b>{position === 0 ? '–' : formatInteger(position)}</b> <span className="dim">{texts.checks.log.entries}</span>
      </p>
      {entries.slice(-ENTRIES).map((entry) => (
        <p key={entry.position} className={styles.row}>
          <span className="faint">{formatInteger(entry.position)}</span>
          <span>{texts.log.kinds[entry.kind]}</span>
        </p>
      ))}
      <p className={`${styles.row} ${styles.last}`}>
        <span className="faint">{texts.checks.log.hash}</span>
        <code
          title={
            known?.state_hash_position === undefined
              ? undefined
              : fill(texts.checks.log.hashAt, { position: formatInteger(known.state_hash_position) })
          }
        >
          {known?.state_hash?.slice(0, 20) ?? '–'}
        </code>
      </p>
    </div>
  );
}

/** Made-up entries that add up, labeled as an example. */
const example = [
  ['deposit', '1000.00'],
  ['bought', '-640.20'],
  ['fee', '-0.64'],
  ['withdrawn', '-100.00'],
] as const;

function BalancePicture({ texts: { checks } }: { readonly texts: Texts }) {
  useFigureFormat();
  return (
    <div className={`num ${styles.picture}`}>
      {example.map(([kind, amount]) => (
        <p key={kind} className={styles.row}>
          <span className="dim">{checks.balance[kind]}</span>
          <span>{formatSigned(amount, 2)}</span>
        </p>
      ))}
      <p className={`${styles.row} ${styles.total}`}>
        <span>
          {checks.balance.balance} <span className={page.demo}>{checks.balance.example}</span>
        </span>
        <span>{formatPlain('259.16')}</span>
      </p>
    </div>
  );
}

const COINS = ['BTC', 'ETH', 'USDT'];

function SumsPicture({ texts: { checks } }: { readonly texts: Texts }) {
  const known = useStore(sums);
  return (
    <table className={`num ${styles.picture} ${styles.table}`}>
      <thead>
        <tr>
          <td />
          <th scope="col">{checks.sums.owed}</th>
          <th scope="col">{checks.sums.sum}</th>
        </tr>
      </thead>
      <tbody>
        {COINS.map((coin) => {
          const row = known?.assets.find((asset) => asset.coin === coin);
          return (
            <tr key={coin}>
              <th scope="row">{coin}</th>
              <td>{row ? formatPlain(shortened(row.owed_to_clients)) : '–'}</td>
              <td className={page.up}>{row ? (/[1-9]/.test(row.sum) ? formatPlain(row.sum) : formatZero()) : '–'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** At most four decimals, truncated, so that the shown amount never exceeds the actual one. */
const shortened = (text: string): string => text.replace(/(\.\d{4})\d+$/, '$1');
