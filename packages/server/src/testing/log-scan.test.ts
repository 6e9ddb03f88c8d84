import { expect, test } from 'vitest';
import { secretsIn } from './log-scan.ts';
import { startTestService } from './test-service.ts';

test.each([
  'key rtm_secret_0123456789abcdefghijABCDEFGHIJ was refused',
  '{"err":"Failing row contains (ana@loja.example)"}',
  '{"to":"+5511987654321"}',
  '{"to":"5511987654321"}',
  '{"cookie":"__Host-retoma=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}',
  '529.982.247-25 paid',
])('%s is found', (line) => expect(secretsIn([line])).toHaveLength(1));

test('ids, instants and names of providers are not found', () => {
  const line =
    '{"time":1763769600000,"requestId":"y55oky0d-11987654321","route":"/pay/:checkoutId","ms":0.5511987654321}';
  expect(secretsIn([line, '{"id":"01a20109-5511-7987-9543-215598765432","provider":"sandbox"}'])).toEqual([]);
});

test('[CHK10] a service whose log contained a secret fails its test at the end', async () => {
  const service = await startTestService();
  service.context.log.info({ key: service.secretKey }, 'a slip');
  await expect(service.stop()).rejects.toThrow('an API key');
});
