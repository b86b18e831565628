import { expect, test } from 'vitest';
import { maskDetail, maskEmail, maskIp, maskLabel, maskName, maskPhone, maskText } from './masks.ts';

test.each([
  [maskEmail, 'linh@mail.example', 'l•••h@mail.example'],
  [maskEmail, 'al@mail.example', '•••@mail.example'],
  [maskEmail, '', ''],
  [maskPhone, '+84912345412', '+84•••412'],
  [maskPhone, '', ''],
  [maskName, 'Linh Tran', 'L••• T•••'],
  [maskName, '', ''],
  [maskText, '1997-03-14', '•••'],
  [maskIp, '203.0.113.7', '203.0.•.•'],
  [maskIp, '2001:db8:aa::1', '2001:db8:•••'],
  [maskIp, '', ''],
  [maskLabel, 'linh@mail.example', 'l•••h@mail.example'],
  [maskLabel, '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0xd8•••6045'],
  [maskDetail, 'linh@mail.example', 'l•••h@mail.example'],
  [maskDetail, '+84912345412', '+849•••412'],
  [maskDetail, '203.0.113.7', '203.0.•.•'],
  [maskDetail, 'password', 'password'],
  [maskDetail, '2', '2'],
])('%o masks %s as %s', (mask, text, masked) => {
  expect(mask(text)).toBe(masked);
});
