import { Chip, Dialog, formatInteger } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { HistoryTab } from '../../../lib/history-place.ts';
import { type RecordKind, useChat } from '../../../lib/support.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { HistoryFact, HistoryRow } from './history.ts';
import { rowAmount } from './history-amount.ts';
import styles from './history-details.module.css';

type HistoryDetailsProps = { readonly tab: HistoryTab; readonly row: HistoryRow; readonly onClose: () => void };

const RECORDS: Readonly<Partial<Record<HistoryTab, RecordKind>>> = {
  buy: 'order',
  sell: 'order',
  // A transaction of Earn is a line of the ledger, with its id.
  earn: 'ledger',
};

/** All details of one line of a history. */
export function HistoryDetails({ tab, row, onClose }: HistoryDetailsProps) {
  const { t } = useTranslation('history');
  const openChatAbout = useChat((chat) => chat.openAbout);
  const ask = () => {
    onClose();
    const kind = RECORDS[tab] ?? (tab as RecordKind);
    openChatAbout(`${t(`tab.${tab}`)}, ${rowAmount(row)} ${row.amountCoin}`, kind, row.id);
  };
  return (
    <Dialog opened onClose={onClose} title={t('details.title')} size={520}>
      <p className={`num ${styles.amount}`}>
        {rowAmount(row)} {row.amountCoin}
      </p>
      <dl className={styles.facts}>
        {row.state === undefined ? null : (
          <div>
            <dt>{t('fact.status')}</dt>
            <dd>
              <Chip tone={row.state.tone}>{row.state.text}</Chip>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('fact.date')}</dt>
          <dd className="num">{dateTimeText(row.time)}</dd>
        </div>
        {row.facts.map((fact) => (
          <div key={fact.name} data-code={fact.isCode || undefined}>
            <dt>{fact.name}</dt>
            <dd className="num">
              <FactValue fact={fact} copyLabel={t('details.copy', { what: fact.name })} />
            </dd>
          </div>
        ))}
        {row.position === 0 ? null : (
          <div>
            <dt>{t('fact.position')}</dt>
            <dd className="num">#{formatInteger(row.position)}</dd>
          </div>
        )}
      </dl>
      <button type="button" className={`link ${styles.ask}`} onClick={ask}>
        {t('details.ask')}
      </button>
    </Dialog>
  );
}

type FactValueProps = { readonly fact: HistoryFact; readonly copyLabel: string };

function FactValue({ fact: { value, isCode, href }, copyLabel }: FactValueProps) {
  if (!isCode) return value;
  return (
    <>
      <span className={styles.code}>
        {(value.match(/.{1,4}/g) ?? []).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be equal, and groups never move
          <span key={index}>{part}</span>
        ))}
      </span>
      <span className={styles.codeActions}>
        <CopyButton text={value} label={copyLabel} />
        {href ? (
          <a className="link" href={href} target="_blank" rel="noreferrer">
            {new URL(href).host}
          </a>
        ) : null}
      </span>
    </>
  );
}
