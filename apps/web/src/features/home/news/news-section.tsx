import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { dateText } from '../../../lib/when.ts';
import { NewsPicture } from './news-picture.tsx';
import styles from './news-section.module.css';

const SHOWN = 6;

/** The newest articles published by operators. Renders nothing if there are none, or if they cannot be loaded. */
export function NewsSection() {
  const { t } = useTranslation('home');
  const { status } = useSession();
  const { data } = useQuery({
    // The list depends on the viewer: verified clients see more than visitors.
    queryKey: ['news', status],
    queryFn: ({ signal }) => call('GET /api/v3/news', { signal }),
    enabled: status !== 'unknown',
  });
  const news = data?.newsfeed.Data.slice(0, SHOWN) ?? [];
  if (news.length === 0) return null;
  return (
    <section className={styles.news} aria-labelledby="news">
      <h2 id="news">{t('news.title')}</h2>
      <p className={styles.lead}>{t('news.lead')}</p>
      <ul className={styles.list}>
        {news.map(({ id, title, body, kind, time, imageurl, image_alt }) => (
          <li key={id}>
            <p className={styles.mark}>
              {t(`news.kinds.${kind}`)} <time dateTime={new Date(time).toISOString()}>{dateText(time)}</time>
            </p>
            <h3>
              <Link to={paths.news} params={{ id: String(id) }}>
                {title}
              </Link>
            </h3>
            <p className={styles.text}>{body.split(/\n\s*\n/)[0]}</p>
            <NewsPicture src={imageurl} alt={image_alt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
