import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { savedAddressItem } from './saved-address-view.ts';

export const listSavedAddresses: Handler<typeof endpoints.savedAddresses> = async ({ services, session }) => ({
  addresses: (await services.withdrawals.book.of(session.owner)).map(savedAddressItem),
});
