import { describe, expect, test } from 'vitest';
import { leadsToSite, readSiteHosts } from './site-hosts.ts';

describe('allowed redirect addresses of an unsigned cart', () => {
  const site = { url: 'https://www.loja.example/inicio', siteHosts: 'loja.shop, cdn.parceira.example' };
  test.each([
    ['https://loja.example/obrigado', true],
    ['https://www.loja.example/obrigado', true],
    ['https://checkout.loja.example/', true],
    ['https://LOJA.example:8443/', true],
    ['https://loja.shop/obrigado', true],
    ['https://cdn.parceira.example/', true],
    ['https://parceira.example/', false],
    ['https://mau.example/loja.example', false],
    ['https://mauloja.example/', false],
    ['https://loja.example.mau.example/', false],
    ['https://loja.example@mau.example/', false],
    ['nothing', false],
  ])('[COM7a] %s: %j', (address, leads) => {
    expect(leadsToSite(address, site)).toBe(leads);
  });

  test('[COM7a] every address is allowed while the store has no site', () => {
    expect(leadsToSite('https://mau.example/', { url: null, siteHosts: null })).toBe(true);
  });

  test.each([
    ['Loja.shop;  b.example\nloja.shop', 'loja.shop, b.example'],
    ['https://loja.shop', undefined],
    ['loja', undefined],
    ['', undefined],
  ])('[COM7a] %j is stored as %j', (written, hosts) => {
    expect(readSiteHosts(written)).toBe(hosts);
  });
});
