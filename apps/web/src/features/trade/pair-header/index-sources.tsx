import { Link } from '@tanstack/react-router';
import { formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { FuturesIndex, IndexSource } from '../../../lib/futures-index.ts';
import { paths } from '../../../lib/paths.ts';
import styles from './index-figure.module.css';

type IndexSourcesProps = { readonly index: FuturesIndex; readonly coin: string; readonly quote: string };

/** Where an index comes from: each source's price, its age, and whether it is used. */
export function IndexSources({ index, coin, quote }: IndexSourcesProps) {
  const { t } = useTranslation('futures');
  const { state, used_sources: used, needed_sources: needed, sources, time } = index;
  return (
    <div className={styles.sources}>
      <h2>{t('index.title')}</h2>
      <p className="dim">{t('index.note')}</p>
      {sources.length > 0 ? (
        <table aria-label={t('index.title')}>
          <thead>
            <tr>
              <th scope="col">{t('index.source')}</th>
              <th scope="col">{t('index.priceIn', { coin: quote })}</th>
              <th scope="col">{t('index.age')}</th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <SourceRow key={source.name} source={source} time={time} />
            ))}
          </tbody>
        </table>
      ) : null}
      <p className={state === 'confirmed' ? 'dim' : styles.out}>
        {state === 'confirmed' ? t('index.confirmed', { used, needed }) : t('index.missing', { used, needed })}
      </p>
      <Link to={paths.futuresData} params={{ coin }} className="link">
        {t('index.history')}
      </Link>
    </div>
  );
}

function SourceRow({
  source: { name, state, price, at },
  time,
}: {
  readonly source: IndexSource;
  readonly time: number;
}) {
  const { t } = useTranslation('futures');
  return (
    <tr data-state={state}>
      <th scope="row">
        {name} <small className={isOut(state) ? styles.out : 'faint'}>{t(`index.states.${state}`)}</small>
      </th>
      <td className="num">{price === '' ? '–' : formatPrice(price)}</td>
      <td className="num faint">
        {at === 0 ? '–' : t('index.seconds', { count: Math.max(0, Math.round((time - at) / 1000)) })}
      </td>
    </tr>
  );
}

const isOut = (state: IndexSource['state']): boolean => state !== 'used' && state !== 'compared';
