import type { Access } from '../identity.ts';
import type { SigningDevice } from '../sign-in/known-devices.ts';
import type { SignedIn } from '../sign-in/sign-ins.ts';

export const testDevice = { ip: '127.0.0.1', userAgent: 'test' };

/** Signs in a client without a second factor. */
export async function signInWithPassword(
  { signIns }: Pick<Access, 'signIns'>,
  email: string,
  password: string,
  device: SigningDevice = testDevice,
): Promise<SignedIn> {
  const outcome = await signIns.withPassword({ email }, password, device);
  if (outcome.kind !== 'signed_in') throw new Error(`${email} was asked for a second factor`);
  return outcome;
}
