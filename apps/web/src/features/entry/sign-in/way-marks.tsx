/** Google's own mark, in its own colors. */
export const GoogleMark = () => (
  <svg width="19" height="19" viewBox="0 0 24 24" aria-hidden="true">
    <path
      fill="#4285f4"
      d="M22.6 12.3c0-.8-.1-1.5-.2-2.3H12v4.3h5.9a5 5 0 0 1-2.2 3.3v2.8h3.6c2.1-1.9 3.3-4.8 3.3-8.1z"
    />
    <path
      fill="#34a853"
      d="M12 23c3 0 5.5-1 7.3-2.6l-3.6-2.8c-1 .7-2.3 1.1-3.7 1.1-2.9 0-5.3-1.9-6.2-4.6H2.2v2.8A11 11 0 0 0 12 23z"
    />
    <path fill="#fbbc05" d="M5.8 14.1a6.6 6.6 0 0 1 0-4.2V7.1H2.2a11 11 0 0 0 0 9.8z" />
    <path fill="#ea4335" d="M12 5.4c1.6 0 3.1.6 4.2 1.6l3.2-3.1A11 11 0 0 0 2.2 7.1l3.6 2.8C6.7 7.3 9.1 5.4 12 5.4z" />
  </svg>
);

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

export const WalletMark = () => (
  <svg width="20" height="20" viewBox="0 0 22 22" aria-hidden="true" {...line}>
    <path d="M17 6V3.5L4.5 5A2 2 0 0 0 3 7v10a2 2 0 0 0 2 2h14V7H5M14.5 13h1" />
  </svg>
);

export const PasskeyMark = () => (
  <svg width="20" height="20" viewBox="0 0 22 22" aria-hidden="true" {...line}>
    <circle cx="9" cy="7" r="3.5" />
    <path d="M2.5 19c0-3.6 2.9-6 6.5-6 1.2 0 2.3.3 3.2.7" />
    <circle cx="17" cy="12.5" r="2.5" />
    <path d="M17 15v5l1.5-1.2L17 17.5" />
  </svg>
);
