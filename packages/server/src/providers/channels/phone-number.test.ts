import { describe, expect, test } from 'vitest';
import { contactKey } from '../../base/crypto/contact-hash.ts';
import { phoneOf } from './inbound.ts';
import { phoneNumber } from './phone-number.ts';

describe('phoneNumber', () => {
  test.each([
    ['+55 11 98765-4321', '5511987654321'],
    ['5511987654321', '5511987654321'],
    ['(11) 98765-4321', '5511987654321'],
    ['011987654321', '5511987654321'],
    // With the code of a carrier, or pasted
    ['0 15 11 98765-4321', '5511987654321'],
    ['01511987654321', '5511987654321'],
    ['0 41 31 8765-4321', '5531987654321'],
    ['+55 (0)11 98765-4321', '5511987654321'],
    ['\u202a+55 11 98765\u20114321\u202c', '5511987654321'],
    ['１１ ９８７６５-４３２１', '5511987654321'],
    // Without the ninth digit, as WhatsApp reports numbers of many areas
    ['553187654321', '5531987654321'],
    ['+55 (85) 8765-4321', '5585987654321'],
    ['3187654321', '5531987654321'],
    ['551160000000', '5511960000000'],
    // Landlines have no ninth digit
    ['+55 11 3000-0000', '551130000000'],
    ['1150000000', '551150000000'],
    // Area 55 of Rio Grande do Sul
    ['55987654321', '5555987654321'],
    ['5555987654321', '5555987654321'],
    // Other countries
    ['+1 415 555-2671', '14155552671'],
    ['+351 912 345 678', '351912345678'],
    ['351912345678', '351912345678'],
    ['14155552671', '14155552671'],
    ['+44 20 7946 0018', '442079460018'],
  ])('%s is %s', (phone, number) => {
    expect(phoneNumber(phone)).toBe(number);
  });

  test.each([
    '',
    '+',
    '1234567',
    '98765-4321',
    '3000-0000',
    '+55 11 98765',
    '5511187654321',
    '11 98765-4321 ramal 12',
    '11 98765-4321 12',
    '0 15 98235-43211',
    '0351912345678',
    '1133334444/5555',
    '+5500987654321',
    '1234567890123456',
    'ana@cliente.example',
    '\r\n',
  ])('%j is not a phone number', (phone) => {
    expect(phoneNumber(phone)).toBeNull();
  });

  test('a sender without the ninth digit is the recipient with it', () => {
    expect(contactKey('phone', phoneOf('553187654321@s.whatsapp.net'))).toBe(
      contactKey('phone', phoneNumber('+55 31 98765-4321')!),
    );
  });
});

describe('phoneOf', () => {
  test.each([
    ['5511987654321@s.whatsapp.net', '5511987654321'],
    ['5511987654321:12@s.whatsapp.net', '5511987654321'],
    ['5511987654321@c.us', '5511987654321'],
    ['+5511987654321', '5511987654321'],
    ['123456789@lid', ''],
    ['120363019502650977@g.us', ''],
    ['5511987654321-1623281429@g.us', ''],
    ['status@broadcast', ''],
    ['', ''],
  ])('%s is of %s', (address, phone) => {
    expect(phoneOf(address)).toBe(phone);
  });
});
