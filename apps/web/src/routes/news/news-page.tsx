import { IconNewsOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { EmptyState, LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { NewsPicture } from '../../features/home/news/news-picture.tsx';
import { ApiError, type CallResponse, call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { dateTimeText } from '../../lib/when.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import styles from './news-page.module.css';

type Item = CallResponse<'GET /api/v3/news-item'>['item'];

/** One news article. */
export function NewsPage() {
  const { t } = useTranslation('news');
  const { id } = useParams({ from: paths.news });
  const { status } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['news-item', id, status],
    queryFn: ({ signal }) => call('GET /api/v3/news-item', { query: { id: Number(id) }, signal }),
    enabled: status !== 'unknown',
  });
  const isGone = error instanceof ApiError && error.status < 500 && error.status >= 400;
  usePageTitle(data?.item.title ?? t('kinds.news'));
  return (
    <article className={styles.article}>
      {data ? <Reading item={data.item} /> : <h1>{t('kinds.news')}</h1>}
      {isGone ? (
        <EmptyState
          size="page"
          icon={IconNewsOff}
          role="alert"
          title={t('gone')}
          action={
            <ButtonLink to={paths.landing} hash="news" reloadDocument variant="default">
              {t('all')}
            </ButtonLink>
          }
        />
      ) : error ? (
        <LoadFailed size="page" title={t('failed')} onRetry={refetch} />
      ) : data ? (
        <p className={styles.end}>
          <Link to={paths.landing} hash="news" reloadDocument className="link">
            {t('all')}
          </Link>
        </p>
      ) : (
        <SkeletonLines lines={5} />
      )}
    </article>
  );
}

function Reading({ item: { title, body, kind, time, changed_at, imageurl, image_alt } }: { readonly item: Item }) {
  const { t } = useTranslation('news');
  return (
    <>
      <p className={styles.mark}>
        {t(`kinds.${kind}`)} <time dateTime={new Date(time).toISOString()}>{dateTimeText(time)}</time>
      </p>
      <h1>{title}</h1>
      <NewsPicture eager src={imageurl} alt={image_alt} />
      {body.split(/\n\s*\n/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
        <p key={index} className={styles.paragraph}>
          {paragraph}
        </p>
      ))}
      <p className={styles.by}>
        {t('by')}
        {changed_at === undefined ? null : `. ${t('changed', { time: dateTimeText(changed_at) })}`}
      </p>
    </>
  );
}
