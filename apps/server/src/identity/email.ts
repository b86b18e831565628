/** The form addresses are kept and compared in. Undefined where it cannot be one. */
export const normaliseEmail = (text: string): string | undefined => {
  const email = text.trim().toLowerCase();
  return email.length <= 254 && /^[^\s@<>"(),;:\\[\]]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(email) ? email : undefined;
};
