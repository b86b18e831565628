import type { ReactNode } from 'react';
import styles from './article.module.css';

export interface ArticlePoint {
  readonly title: string;
  readonly text: string;
}

type ArticleProps = {
  readonly title: string;
  readonly lead: string;
  readonly points: readonly ArticlePoint[];
  readonly action?: ReactNode;
};

/** A text page: a title, a summary, and its points. */
export function Article({ title, lead, points, action }: ArticleProps) {
  return (
    <article className={styles.article}>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.points}>
        {points.map((point) => (
          <section key={point.title}>
            <h2>{point.title}</h2>
            <p>{point.text}</p>
          </section>
        ))}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </article>
  );
}
