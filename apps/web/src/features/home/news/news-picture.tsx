import styles from './news-picture.module.css';

interface NewsPictureProps {
  /** Empty if there is none. */
  readonly src: string;
  readonly alt: string;
  /** Whether the page begins with it. */
  readonly eager?: boolean;
}

/** The picture of a news article. Its space is reserved while it loads. */
export function NewsPicture({ src, alt, eager = false }: NewsPictureProps) {
  if (src === '') return null;
  return (
    <img
      className={styles.picture}
      src={src}
      alt={alt}
      width={1600}
      height={900}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
