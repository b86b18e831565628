import styles from './news-picture.module.css';

interface NewsPictureProps {
  /** Empty if the article has no picture. */
  readonly src: string;
  readonly alt: string;
  /** Whether the picture is at the top of the page and is therefore loaded immediately. */
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
