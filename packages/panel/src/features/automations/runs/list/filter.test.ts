import { expect, test } from 'vitest';
import { filterIn } from './filter.ts';

test('invalid parameters of an address are ignored', () => {
  expect(
    filterIn({
      state: 'pending',
      automationId: 'x',
      version: '-1',
      channel: 'fax',
      days: '999',
      min: '1.5',
      search: '',
    }),
  ).toEqual({});
});

test('every filter can be read from an address', () => {
  const automationId = '01890000-0000-7000-8000-000000000000';
  const search = { state: 'waiting', automationId, version: '2', channel: 'sms', days: '7', min: '0', search: 'ana' };
  expect(filterIn(search)).toEqual({
    state: 'waiting',
    automationId,
    version: 2,
    channel: 'sms',
    days: 7,
    min: 0,
    search: 'ana',
  });
});
