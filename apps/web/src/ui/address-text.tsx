import styles from './address-text.module.css';

const FOUR = /.{1,4}/g;

/** An address in full, in groups of four, to be compared by eye; heard and copied as the one word it is. */
export function AddressText({
  address,
  size = 'normal',
}: {
  readonly address: string;
  readonly size?: 'small' | 'normal' | 'large';
}) {
  return (
    <span className={`num ${styles.address}`} data-size={size}>
      <span className={styles.heard}>{address}</span>
      {(address.match(FOUR) ?? []).map((group, index) => (
        // The place is all that tells equal groups apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
        <span key={index} className={styles.group} aria-hidden="true">
          {group}
        </span>
      ))}
    </span>
  );
}
