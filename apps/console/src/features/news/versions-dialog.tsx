import { useQuery } from '@tanstack/react-query';
import { Dialog } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { utcText } from '../../lib/times.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { pictureUrl } from './pictures.ts';
import styles from './versions-dialog.module.css';

/** Every version of one news item, newest first. */
export function VersionsDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { t } = useTranslation('news');
  const query = useQuery({
    queryKey: ['news', id],
    queryFn: ({ signal }) => call('GET /api/v3/console/news/versions', { query: { id }, signal }),
  });
  return (
    <Dialog opened onClose={onClose} title={t('acts.versions')} size={640}>
      {query.isError ? <ListFailure onRetry={() => void query.refetch()} /> : null}
      <ol className={styles.list}>
        {query.data?.versions.map((version) => (
          <li key={version.version}>
            <p className="dim">
              {t('version', { version: version.version })} · <span className="num">{utcText(version.at)}</span> ·{' '}
              {version.written_by || t('release')} · {t(`states.${version.state}`)}
              {version.reason === '' ? null : ` · ${version.reason}`}
            </p>
            <h3>{version.title}</h3>
            {version.picture ? (
              <img
                className={styles.picture}
                src={pictureUrl(version.picture.id)}
                alt={version.picture.alt}
                loading="lazy"
              />
            ) : null}
            <p className={styles.body}>{version.body}</p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
