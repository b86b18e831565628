import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const signInMethods: Handler<typeof endpoints.signInMethods> = ({ services }) => ({
  google: services.access.google.isAvailable,
  wallet: true,
  passkey: true,
});
