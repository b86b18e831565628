import { useId } from 'react';
import styles from './news.module.css';

interface NewsArtProps {
  /** The same seed always gives the same drawing. */
  readonly seed: number;
  readonly isLarge: boolean;
}

/** A generated drawing for an article without a picture. */
export function NewsArt({ seed, isLarge }: NewsArtProps) {
  const gradient = useId();
  const [width, height] = isLarge ? [560, 396] : [330, 186];
  const Drawing = drawings[seed % drawings.length] ?? Rings;
  return (
    <svg
      className={styles.art}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <radialGradient id={gradient} cx=".7" cy=".3" r="1">
        <stop className={styles.near} />
        <stop offset="1" className={styles.far} />
      </radialGradient>
      <rect width={width} height={height} fill={`url(#${gradient})`} />
      <Drawing width={width} height={height} />
    </svg>
  );
}

type Size = { readonly width: number; readonly height: number };
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

function Rings({ width, height }: Size) {
  return numbers(16).map((index) => (
    <circle key={index} cx={width * 0.66} cy={height * 0.54} r={8 + index * 15} opacity={0.62 - index * 0.038} />
  ));
}

function Waves({ width, height }: Size) {
  return numbers(22).map((index) => (
    <path
      key={index}
      opacity={index === 11 ? 1 : 0.16}
      d={`M0 ${height * 0.5 + index * 6 - 40}C${width * 0.3} ${height * 0.1 + index * 9} ${width * 0.6} ${
        height * 1.1 - index * 10
      } ${width} ${height * 0.35 + index * 5 - 30}`}
    />
  ));
}

function Panes({ width, height }: Size) {
  return numbers(9).map((index) => {
    const [x, rise] = [width * 0.08 + (index * width) / 10.5, 50 + ((index * 37) % 90)];
    return (
      <path
        key={index}
        className={index === 5 ? styles.lit : ''}
        opacity={index === 5 ? 1 : 0.4}
        d={`M${x} ${height - 24}l${width / 14} -7v${-rise}l${-width / 14} 7z`}
      />
    );
  });
}

function Dial({ width, height }: Size) {
  return numbers(24).map((index) => {
    const [x, y] = [Math.sin((index * Math.PI) / 12), -Math.cos((index * Math.PI) / 12)];
    const [inner, outer] = [height * 0.22, height * 0.29];
    return (
      <path
        key={index}
        strokeWidth="3"
        opacity={index < 17 ? 1 : 0.25}
        d={`M${width / 2 + x * inner} ${height / 2 + y * inner}L${width / 2 + x * outer} ${height / 2 + y * outer}`}
      />
    );
  });
}

const drawings = [Panes, Rings, Waves, Dial];
