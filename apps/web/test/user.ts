import type { User } from '@fairlead/contract';

export const user: User = {
  id: 10_482,
  nickname: 'Mara',
  account: 'm***a@example.org',
  phone: null,
  email: 'm***a@example.org',
  invite_code: 'FAIR7K',
  is_partner: false,
  created_at: 1_788_000_000_000,
  basic_verification: 'unverified',
  advanced_verification: 'unverified',
  has_fund_password: false,
  has_otp: false,
  has_passkey: false,
  lang: 'en',
};
