import styles from './news-picture.module.css';

interface NewsPictureProps {
  /** Empty where there is none. */
  readonly src: string;
  readonly alt: string;
  /** On a page that begins with it. */
  readonly eager?: boolean;
}

/** The picture of a piece of news. Its place has the same shape before the picture has arrived. */
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
