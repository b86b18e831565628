type BrandMarkProps = { readonly size?: number; readonly className?: string };

/** The logo: a shop window, a V behind the glass, and a reflection on it. */
export function BrandMark({ size = 24, className }: BrandMarkProps) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <rect x="1.2" y="1.2" width="21.6" height="21.6" rx="5.6" stroke="var(--accent)" strokeWidth="1.7" />
      <path
        d="M6.6 7.2 12 17.6l5.4-10.4"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="m15.2 3.9 4.9 4.9" stroke="var(--accent)" strokeOpacity="0.65" strokeWidth="1.2" strokeLinecap="round" />
    </svg>
  );
}
