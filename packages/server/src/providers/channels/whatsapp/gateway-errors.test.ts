import { describe, expect, test } from 'vitest';
import { readResponse as evolution } from './evolution/errors.ts';
import { readResponse as uazapi } from './uazapi/errors.ts';
import { readResponse as zApi } from './z-api/errors.ts';

const sent = (providerId: string): object => ({ outcome: 'sent', providerId });
const broken = (reason: string): object => ({ outcome: 'broken', reason });
const refused = (reason: string): object => ({ outcome: 'refused', reason });
const uncertain = { outcome: 'uncertain' };

describe('responses of Z-API', () => {
  test.each([
    [200, { zaapId: '1', messageId: 'A', id: 'A' }, sent('A')],
    [200, {}, uncertain],
    [200, { error: 'You are not connected.' }, broken('DISCONNECTED')],
    [200, { error: 'something' }, refused('PROVIDER_REFUSED:200')],
    [400, { error: 'your client-token is not configured' }, broken('INVALID_CREDENTIALS')],
    [400, { error: 'Instance not found' }, broken('UNKNOWN_ACCOUNT')],
    [400, { error: 'You need to be connected' }, broken('DISCONNECTED')],
    [400, { error: 'To continue sending a message, you must subscribe to this instance again' }, broken('PAYMENT_DUE')],
    [400, { error: 'Phone number does not exist' }, refused('CANNOT_RECEIVE')],
    [400, { error: 'something' }, refused('PROVIDER_REFUSED:400')],
    [404, undefined, broken('UNKNOWN_ACCOUNT')],
    [500, { error: 'something' }, uncertain],
  ])('%i %j', (status, json, delivered) => {
    expect(zApi({ status, json })).toEqual(delivered);
  });
});

describe('responses of uazapi', () => {
  test.each([
    [200, { id: '55:A', messageid: 'A' }, sent('A')],
    [200, { id: '55:A' }, sent('55:A')],
    [200, null, uncertain],
    [401, { code: 401, message: 'Invalid token.' }, broken('INVALID_CREDENTIALS')],
    [503, { error: 'WhatsApp disconnected' }, broken('DISCONNECTED')],
    [500, { error: 'the number 5511 is not on WhatsApp' }, refused('CANNOT_RECEIVE')],
    [500, { error: 'failed to download file' }, refused('MEDIA_UNAVAILABLE')],
    [500, { error: 'something' }, uncertain],
    [429, { error: 'something' }, { outcome: 'later', reason: 'RATE_LIMITED' }],
  ])('%i %j', (status, json, delivered) => {
    expect(uazapi({ status, json })).toEqual(delivered);
  });
});

describe('responses of Evolution API', () => {
  const error = (status: number, message: unknown): object => ({ status, error: 'x', response: { message } });
  test.each([
    [201, { key: { id: 'A', fromMe: true } }, sent('A')],
    [201, {}, uncertain],
    [400, error(400, [{ jid: 'x', exists: false, number: '55' }]), refused('CANNOT_RECEIVE')],
    [400, error(400, [['instance requires property "text"']]), refused('PROVIDER_REFUSED:400')],
    [400, error(400, ['Connection Closed']), broken('DISCONNECTED')],
    [400, error(400, ['PrismaClientKnownRequestError: Invalid invocation']), uncertain],
    [400, error(400, ['Request failed with status code 404']), refused('MEDIA_UNAVAILABLE')],
    [404, error(404, ['The "loja" instance does not exist']), broken('UNKNOWN_ACCOUNT')],
    [401, error(401, 'Unauthorized'), broken('INVALID_CREDENTIALS')],
    [500, error(500, 'something'), uncertain],
  ])('%i %j', (status, json, delivered) => {
    expect(evolution({ status, json })).toEqual(delivered);
  });
});
