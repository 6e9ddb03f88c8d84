import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

test('traces are exported only to a configured endpoint, with the configured headers and sampling ratio', () => {
  expect(readConfig({ OTEL_SERVICE_NAME: 'loja' }).tracing).toBeUndefined();
  expect(readConfig(endpoint).tracing).toEqual({
    endpoint: 'http://collector:4318',
    headers: {},
    serviceName: 'retoma',
    ratio: 1,
  });
  const more = {
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20a2V5==,x-team=loja',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  };
  expect(readConfig({ ...endpoint, ...more }).tracing).toMatchObject({
    headers: { authorization: 'Basic a2V5==', 'x-team': 'loja' },
    ratio: 0.1,
  });
});

test.each(['nothing', 'key=%', '=value', 'a=b,c'])('headers %j are refused at the start, by name', (headers) => {
  const read = () => readConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow('OTEL_EXPORTER_OTLP_HEADERS');
});
