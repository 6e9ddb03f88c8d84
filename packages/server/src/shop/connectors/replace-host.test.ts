import { expect, test } from 'vitest';
import { replaceHost } from './replace-host.ts';

const hosts = new Map([['api.nuvemshop.com.br', 'http://127.0.0.1:4000']]);

test.each([
  ['https://api.nuvemshop.com.br/v1/789/orders?page=2', 'http://127.0.0.1:4000/v1/789/orders?page=2'],
  ['https://api.nuvemshop.com.br.example/v1', 'https://api.nuvemshop.com.br.example/v1'],
  ['https://loja.example/wp-json', 'https://loja.example/wp-json'],
  ['no address', 'no address'],
])('[CON14] %s is called at %s', (url, called) => expect(replaceHost(url, hosts)).toBe(called));
