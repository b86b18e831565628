import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Decimal, Exact, Optional, Percent, Words } from '../schema.ts';

const ProfileView = Exact({
  id: Type.String(),
  name: Type.String(),
  gender: Words(['', 'Male', 'Female']),
  date_of_birth: Type.String(),
  address: Type.String(),
  client: Exact({ email: Type.String(), membership_level: Type.String() }),
});

export const profileEndpoints = {
  profile: defineEndpoint({
    method: 'GET',
    path: '/api/v3/profile',
    area: 'identity',
    access: 'client',
    errors: [],
    summary: 'The client’s profile; unset values are empty.',
    response: Exact({ profile: ProfileView }),
  }),
  updateProfile: defineEndpoint({
    method: 'POST',
    path: '/api/v3/my-profile',
    aliases: ['/api/v3/update-profile'],
    area: 'identity',
    access: 'client',
    compatGet: true,
    errors: ['not_yours', 'name_invalid', 'address_invalid', 'date_of_birth_invalid'],
    summary:
      'Changes the given fields of the client’s profile; an empty value clears the field. `name` is the name as on the identity document. `client_id` may be omitted; an id other than the client’s own is refused.',
    body: Exact({
      client_id: Optional(Type.String({ maxLength: 40 })),
      name: Optional(Type.String({ maxLength: 100 })),
      gender: Optional(Words(['', 'Male', 'Female'])),
      date_of_birth: Optional(Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$', examples: ['1990-05-17'] })),
      address: Optional(Type.String({ maxLength: 200 })),
    }),
    response: Exact({ message: Words(['success']), profile: ProfileView }),
  }),
  feeSchedule: defineEndpoint({
    method: 'GET',
    path: '/api/v3/fee-schedule',
    area: 'identity',
    access: 'visitor',
    errors: [],
    summary: 'All fee tiers, each with the minimum 30-day trading volume in USDT and the maker and taker rates.',
    response: Exact({
      tiers: Type.Array(
        Exact({
          tier: Type.Integer(),
          membership_level: Type.String(),
          volume_from_usdt: Decimal,
          maker_rate_percent: Percent,
          taker_rate_percent: Percent,
        }),
      ),
    }),
  }),
};
