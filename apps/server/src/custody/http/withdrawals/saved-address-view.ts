import type { SavedAddress } from '../../withdrawals/address-book.ts';

/** A saved address as the wire has it. */
export const savedAddressItem = ({ id, network, address, label, addedAtMs, usableAtMs, used }: SavedAddress) => ({
  id,
  network,
  address,
  label,
  added_at: addedAtMs,
  usable_at: usableAtMs,
  used,
});
